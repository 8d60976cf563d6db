from django.db.models import F
from rest_framework import serializers as drf

from . import models


def of(model, fields="__all__", read_only=(), **declared):
    """A ModelSerializer of a model's fields, or of some."""
    meta = type("Meta", (), {"model": model, "fields": fields, "read_only_fields": read_only})
    return type(f"{model.__name__}Serializer", (drf.ModelSerializer,), {"Meta": meta, **declared})


class OwnAccount:
    """The account of whoever asks: with it a serializer checks what is unique within an account."""

    requires_context = True

    def __call__(self, field):
        return field.context["request"].user.account


Contact = of(
    models.Contact,
    account=drf.HiddenField(default=OwnAccount()),
    groups=drf.SlugRelatedField("uuid", many=True, required=False, queryset=models.ContactGroup.objects.all()),
)
Group = of(models.ContactGroup, count=drf.IntegerField(source="contact_set.count", read_only=True))
User = of(models.User, ["id", "uuid", "name", "email", "phone", "is_active", "last_login", "date_joined"])
wallet = of(models.Account, ["balance"])(source="account")
Profile = of(models.User, ["id", "uuid", "name", "email", "phone", "wallet", "ui_permissions"], wallet=wallet)
Kyc = of(models.Kyc, read_only=["status", "reason"])
decided = ["status", "reason", "kind"]
package_name = drf.CharField(source="package.name", read_only=True, default=None)
Payment = of(models.PaymentReference, read_only=decided, package_name=package_name)
package = drf.SlugRelatedField("uuid", queryset=models.Package.objects.all())
Purchase = of(models.PaymentReference, read_only=[*decided, "amount"], package_name=package_name, package=package)
Campaign = of(models.Campaign, sender=drf.StringRelatedField())


class Compose(of(models.Campaign, ["name", "sender", "body", "recipients", "scheduled_at"])):
    recipients = drf.JSONField()

    def validate_recipients(self, given):
        account = self.context["request"].user.account
        contacts = account.contact_set.filter(groups__uuid__in=given.get("groups") or []).distinct()
        phones = [*(given.get("numbers") or []), *contacts.values_list("phone", flat=True)]
        if not phones:
            raise drf.ValidationError("There is nobody to send to.")
        return phones

    def create(self, values):
        phones = values.pop("recipients")
        totals = {"recipients": len(phones), "parts": len(phones), "cost": 150 * len(phones)}
        campaign = models.Campaign.objects.create(**values, **totals)
        common = {"account": campaign.account, "campaign": campaign}
        models.Message.objects.bulk_create(models.Message(phone=phone, **common) for phone in phones)
        models.Account.objects.filter(pk=campaign.account_id).update(balance=F("balance") - campaign.cost)
        return campaign

    def to_representation(self, campaign):
        return Campaign(campaign).data
