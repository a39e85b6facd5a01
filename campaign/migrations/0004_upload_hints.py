from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('campaign', '0003_upload_confirms_changes'),
    ]

    operations = [
        migrations.AddField(
            model_name='upload',
            name='hints',
            field=models.JSONField(blank=True, default=dict),
        ),
    ]
