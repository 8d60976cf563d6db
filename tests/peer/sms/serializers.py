from rest_framework import serializers

from . import models


def of(model, *without, **declared):
    """A ModelSerializer of all fields but the account; relations by uuid where there is one."""
    meta = type("Meta", (), {"model": model, "exclude": ["account", *without]})
    if not any(field.name == "account" for field in model._meta.fields):
        meta = type("Meta", (), {"model": model, "fields": "__all__"})
    return type(f"{model.__name__}Serializer", (serializers.ModelSerializer,), {"Meta": meta, **declared})


def by_uuid(model, **options):
    return serializers.SlugRelatedField(slug_field="uuid", queryset=model.objects.all(), **options)


class UserSerializer(serializers.ModelSerializer):
    class Meta:
        model = models.User
        fields = ["id", "uuid", "name", "email", "phone", "is_active", "last_login", "date_joined"]


class ProfileSerializer(serializers.ModelSerializer):
    wallet = serializers.SerializerMethodField()

    class Meta:
        model = models.User
        fields = ["id", "uuid", "name", "email", "phone", "wallet", "ui_permissions"]

    def get_wallet(self, user):
        return {"balance": user.account.balance if user.account else 0}


class ContactSerializer(serializers.ModelSerializer):
    groups = by_uuid(models.ContactGroup, many=True, required=False)
    phone = serializers.RegexField(r"^\+?[0-9]{10,13}$", error_messages={"invalid": "Enter a valid phone number."})

    class Meta:
        model = models.Contact
        exclude = ["account"]

    def validate(self, values):
        account = self.context["request"].user.account
        same = models.Contact.objects.filter(account=account, phone=values.get("phone"))
        if same.exclude(pk=getattr(self.instance, "pk", None)).exists():
            raise serializers.ValidationError("The fields account, phone must make a unique set.")
        return values


class GroupSerializer(serializers.ModelSerializer):
    count = serializers.IntegerField(source="contact_set.count", read_only=True)

    class Meta:
        model = models.ContactGroup
        exclude = ["account"]


class ComposeSerializer(serializers.Serializer):
    name = serializers.CharField(max_length=120)
    sender = by_uuid(models.SenderIdentity)
    body = serializers.CharField()
    recipients = serializers.JSONField()
    scheduled_at = serializers.DateTimeField(required=False, allow_null=True)

    def create(self, values):
        given = values.pop("recipients")
        phones = list(given.get("numbers") or [])
        groups = models.Contact.objects.filter(account=values["account"], groups__uuid__in=given.get("groups") or [])
        phones += groups.distinct().values_list("phone", flat=True)
        if not phones:
            raise serializers.ValidationError({"recipients": ["There is nobody to send to."]})
        campaign = models.Campaign.objects.create(
            **values, recipients=len(phones), parts=len(phones), cost=150 * len(phones)
        )
        models.Message.objects.bulk_create(
            models.Message(account=campaign.account, campaign=campaign, phone=phone) for phone in phones
        )
        campaign.account.balance -= campaign.cost
        campaign.account.save()
        return campaign

    def to_representation(self, campaign):
        return CampaignSerializer(campaign).data


CampaignSerializer = of(models.Campaign, sender=serializers.StringRelatedField())
MessageSerializer = of(models.Message, campaign=by_uuid(models.Campaign))
ConsumptionSerializer = of(models.Consumption, campaign=by_uuid(models.Campaign))


class PaymentSerializer(serializers.ModelSerializer):
    package = by_uuid(models.Package, required=False, allow_null=True)
    package_name = serializers.CharField(source="package.name", read_only=True, default=None)

    class Meta:
        model = models.PaymentReference
        exclude = ["account"]
        read_only_fields = ["status", "reason", "kind"]
        extra_kwargs = {"amount": {"min_value": 1000}}


class PurchaseSerializer(PaymentSerializer):
    package = by_uuid(models.Package)

    class Meta(PaymentSerializer.Meta):
        read_only_fields = ["status", "reason", "kind", "amount"]


class KycSerializer(serializers.ModelSerializer):
    class Meta:
        model = models.Kyc
        exclude = ["account"]
        read_only_fields = ["status", "reason"]


class PasswordSerializer(serializers.Serializer):
    old_password = serializers.CharField()
    new_password = serializers.CharField(min_length=8)

    def validate_old_password(self, value):
        if not self.context["request"].user.check_password(value):
            raise serializers.ValidationError("Wrong password.")
        return value


class SignupSerializer(serializers.ModelSerializer):
    class Meta:
        model = models.User
        fields = ["name", "email", "phone", "password"]
        extra_kwargs = {"password": {"write_only": True, "min_length": 8}, "email": {"required": True}}
