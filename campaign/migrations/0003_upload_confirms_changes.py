from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("campaign", "0002_passages_looked_for_later"),
    ]

    operations = [
        migrations.AddField(
            model_name="upload",
            name="confirms_changes",
            field=models.BooleanField(default=False),
        ),
    ]
