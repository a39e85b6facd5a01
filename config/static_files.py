"""How static files are named and served."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Files named by their content; modules that import one another find the right version."""

    support_js_module_import_aggregation = True
    # A module's name follows the names of those it imports: one pass for each step of the way.
    max_post_process_passes = 20
