"""Write down the two facts behind the labels that were given before there were two."""

from django.db import migrations

FILL = """
UPDATE judging_judgmentevent SET
  verdict = CASE label WHEN '' THEN '' WHEN 'incorrect' THEN 'wrong'
            WHEN 'inexact' THEN 'inexact' ELSE 'right' END,
  is_supported = CASE WHEN kind = 'passage' OR label IN ('', 'incorrect') THEN NULL
            ELSE label <> 'unsupported' END,
  verdict_before = CASE label_before WHEN '' THEN '' WHEN 'incorrect' THEN 'wrong'
            WHEN 'inexact' THEN 'inexact' ELSE 'right' END,
  is_supported_before = CASE WHEN kind = 'passage' OR label_before IN ('', 'incorrect') THEN NULL
            ELSE label_before <> 'unsupported' END
FROM judging_pooltext text JOIN judging_poolitem item ON item.id = text.item_id
WHERE text.id = judging_judgmentevent.text_id;
UPDATE judging_judgment SET
  verdict = latest.verdict, is_supported = latest.is_supported
FROM (
  SELECT DISTINCT ON (assessor_id, text_id) assessor_id, text_id, verdict, is_supported
  FROM judging_judgmentevent ORDER BY assessor_id, text_id, id DESC
) latest
WHERE latest.assessor_id = judging_judgment.assessor_id
  AND latest.text_id = judging_judgment.text_id;
"""


class Migration(migrations.Migration):
    dependencies = [("judging", "0002_two_decisions")]

    operations = [migrations.RunSQL(FILL, migrations.RunSQL.noop)]
