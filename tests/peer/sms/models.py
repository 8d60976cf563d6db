from uuid import uuid4

from django.contrib.auth.models import AbstractUser
from django.core.validators import MinValueValidator, RegexValidator
from django.db import models


class Record(models.Model):
    uuid = models.UUIDField(default=uuid4, unique=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        abstract = True
        ordering = ["-created_at", "-id"]


class Account(Record):
    name = models.CharField(max_length=120)
    pan = models.CharField(max_length=9, blank=True)
    balance = models.BigIntegerField(default=0)  # paisa


class User(AbstractUser):
    uuid = models.UUIDField(default=uuid4, unique=True, editable=False)
    name = models.CharField(max_length=120)
    phone = models.CharField(max_length=20, blank=True)
    account = models.ForeignKey(Account, models.CASCADE, null=True)
    ui_permissions = models.JSONField(default=list)
    is_read_only = models.BooleanField(default=False)

    class Meta:
        ordering = ["-id"]


class Owned(Record):
    account = models.ForeignKey(Account, models.CASCADE, editable=False)

    class Meta(Record.Meta):
        abstract = True


class ContactGroup(Owned):
    name = models.CharField(max_length=80)


class Contact(Owned):
    name = models.CharField(max_length=120, blank=True)
    phone = models.CharField(max_length=20, validators=[RegexValidator(r"^\+?\d{10,13}$", "Enter a valid phone number.")])
    groups = models.ManyToManyField(ContactGroup, blank=True)
    is_active = models.BooleanField(default=True)

    class Meta(Owned.Meta):
        unique_together = ["account", "phone"]


class Template(Owned):
    name = models.CharField(max_length=80)
    body = models.TextField()

    class Meta(Owned.Meta):
        unique_together = ["account", "name"]


class BlacklistNumber(Owned):
    phone = models.CharField(max_length=20)
    reason = models.CharField(max_length=200, blank=True)


class SenderIdentity(Owned):
    name = models.CharField(max_length=11)
    purpose = models.CharField(max_length=500, blank=True)
    status = models.CharField(max_length=10, default="pending")

    def __str__(self):
        return self.name


class ViberIdentity(Owned):
    name = models.CharField(max_length=50)
    status = models.CharField(max_length=10, default="pending")


class Campaign(Owned):
    name = models.CharField(max_length=120)
    sender = models.ForeignKey(SenderIdentity, models.PROTECT, to_field="uuid")
    body = models.TextField()
    recipients = models.IntegerField(default=0)
    delivered = models.IntegerField(default=0)
    parts = models.IntegerField(default=0)
    cost = models.BigIntegerField(default=0)  # paisa
    status = models.CharField(max_length=12, default="sent")
    scheduled_at = models.DateTimeField(null=True)


class Message(Owned):
    campaign = models.ForeignKey(Campaign, models.CASCADE, to_field="uuid")
    phone = models.CharField(max_length=20)
    parts = models.IntegerField(default=1)
    status = models.CharField(max_length=12, default="sent")


class Package(Record):
    name = models.CharField(max_length=100)
    parts = models.IntegerField()
    price = models.DecimalField(max_digits=12, decimal_places=0)  # paisa
    validity_days = models.IntegerField()
    is_active = models.BooleanField(default=True)


class AccountPackage(Owned):
    name = models.CharField(max_length=100)
    parts = models.IntegerField()
    remaining = models.IntegerField()
    expires_at = models.DateTimeField(null=True)


class PaymentReference(Owned):
    kind = models.CharField(max_length=10, default="topup")
    amount = models.BigIntegerField(validators=[MinValueValidator(1000)])  # paisa
    method = models.CharField(max_length=10)
    reference = models.CharField(max_length=100, blank=True)
    receipt = models.UUIDField(null=True)
    package = models.ForeignKey(Package, models.PROTECT, to_field="uuid", null=True)
    status = models.CharField(max_length=10, default="pending")
    reason = models.CharField(max_length=500, blank=True)


class Kyc(Owned):
    first_name = models.CharField(max_length=60)
    last_name = models.CharField(max_length=60)
    document_type = models.CharField(max_length=20)
    document_number = models.CharField(max_length=50)
    status = models.CharField(max_length=10, default="pending")
    reason = models.CharField(max_length=500, blank=True)


class BlockedKeyword(Record):
    keyword = models.CharField(max_length=60, unique=True)


class ProductPricing(Record):
    operator = models.CharField(max_length=10, blank=True)
    price = models.DecimalField(max_digits=10, decimal_places=4)  # paisa a part


class Entry(models.Model):
    """A record that is only listed has no address of its own, and so no uuid."""

    account = models.ForeignKey(Account, models.CASCADE, editable=False)

    class Meta:
        abstract = True
        ordering = ["-id"]


class WalletEntry(Entry):
    created_at = models.DateTimeField(auto_now_add=True)
    kind = models.CharField(max_length=12)
    amount = models.BigIntegerField()  # paisa
    balance = models.BigIntegerField()


class DailyConsumption(Entry):
    day = models.DateField()
    messages = models.IntegerField(default=1)
    parts = models.IntegerField()
    amount = models.DecimalField(max_digits=14, decimal_places=2)  # paisa


class Consumption(Entry):
    campaign = models.ForeignKey(Campaign, models.CASCADE, to_field="uuid")
    day = models.DateField()
    parts = models.IntegerField()
    amount = models.DecimalField(max_digits=14, decimal_places=2)  # paisa


class Province(models.Model):
    name = models.CharField(max_length=60)


class District(models.Model):
    name = models.CharField(max_length=60)
    province = models.ForeignKey(Province, models.CASCADE)


class Municipality(models.Model):
    name = models.CharField(max_length=60)
    district = models.ForeignKey(District, models.CASCADE)
