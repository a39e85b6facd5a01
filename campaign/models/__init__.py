from campaign.models.campaign import Campaign
from campaign.models.collection import Document
from campaign.models.event import Event
from campaign.models.invitation import TeamInvitation
from campaign.models.job import Job
from campaign.models.membership import Membership, Role, Waiver
from campaign.models.message import KeptMessage
from campaign.models.question import QUESTION_TYPES, Question
from campaign.models.run import Answer, Run
from campaign.models.task import INSTANTS, STAGE_LABELS, Stage, Task
from campaign.models.team import Team
from campaign.models.upload import Upload
from campaign.models.user import User

__all__ = [
    "INSTANTS",
    "QUESTION_TYPES",
    "STAGE_LABELS",
    "Answer",
    "Campaign",
    "Document",
    "Event",
    "Job",
    "KeptMessage",
    "Membership",
    "Question",
    "Role",
    "Run",
    "Stage",
    "Task",
    "Team",
    "TeamInvitation",
    "Upload",
    "User",
    "Waiver",
]
