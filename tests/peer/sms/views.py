import csv

from django.contrib.auth import authenticate
from django.http import HttpResponse
from rest_framework import mixins, serializers, viewsets
from rest_framework.authtoken.models import Token
from rest_framework.decorators import action
from rest_framework.exceptions import ValidationError
from rest_framework.permissions import AllowAny
from rest_framework.response import Response
from rest_framework.views import APIView

from . import models
from . import serializers as s


class Owned:
    """Only an account's users see and create its records."""

    lookup_field = "uuid"

    def get_queryset(self):
        return self.queryset.model.objects.filter(account=self.request.user.account)

    def perform_create(self, serializer):
        serializer.save(account=self.request.user.account)


def made(name, kinds, model, serializer=None, pair=None, **options):
    """A view set that is fully described by its queryset, serializer and filters."""
    values = {"queryset": model.objects.all(), "serializer_class": serializer or s.of(model), "pair": pair, **options}
    return type(name, kinds, {"lookup_field": "uuid", **values})


Full, Read = (Owned, viewsets.ModelViewSet), (Owned, viewsets.ReadOnlyModelViewSet)
Only = (Owned, mixins.ListModelMixin, viewsets.GenericViewSet)

Templates = made("Templates", Full, models.Template, pair="sms-template-list", search_fields=["name", "body"])
Blacklist = made("Blacklist", Full, models.BlacklistNumber, pair="black-list", search_fields=["phone", "reason"])
Identities = made("Identities", Full, models.SenderIdentity, s.of(models.SenderIdentity), ordering_fields=["name"])
Viber = made("Viber", Read, models.ViberIdentity)
Dispatch = made("Dispatch", Read, models.Message, s.MessageSerializer, "sms-dispatch",
                filterset_fields={"status": ["exact"], "campaign__uuid": ["exact"]}, search_fields=["phone"])
ActivePackages = made("ActivePackages", Read, models.AccountPackage, pair="package-active")
WalletHistory = made("WalletHistory", Only, models.WalletEntry, pair="topup-list")
ConsumptionHistory = made("ConsumptionHistory", Only, models.Consumption, s.ConsumptionSerializer, "sms-list",
                          filterset_fields={"day": ["exact", "gte", "lte"]})
Daily = made("Daily", Only, models.DailyConsumption, pair="credit-daily-consumption",
             filterset_fields={"day": ["exact", "gte", "lte"]})
Packages = made("Packages", (viewsets.ReadOnlyModelViewSet,), models.Package, pair="package-list")
AllPackages = made("AllPackages", (viewsets.ModelViewSet,), models.Package, pair="staff")
Users = made("Users", (viewsets.ReadOnlyModelViewSet,), models.User, s.UserSerializer, "user-list",
             search_fields=["name", "email", "phone"], filterset_fields=["is_active"])
Accounts = made("Accounts", (viewsets.ModelViewSet,), models.Account, pair="staff", search_fields=["name"])
Pricing = made("Pricing", (viewsets.ModelViewSet,), models.ProductPricing, pair="staff")
Keywords = made("Keywords", (viewsets.ModelViewSet,), models.BlockedKeyword, pair="staff")
Senders = made("Senders", (viewsets.ModelViewSet,), models.SenderIdentity, pair="staff")
Wallets = made("Wallets", (viewsets.ReadOnlyModelViewSet,), models.Account, pair="staff")
AllPayments = made("AllPayments", (viewsets.ReadOnlyModelViewSet,), models.PaymentReference, s.PaymentSerializer, "staff")
places = {"pagination_class": None}
Provinces = made("Provinces", (viewsets.ReadOnlyModelViewSet,), models.Province, lookup_field="pk", **places)
Districts = made("Districts", (viewsets.ReadOnlyModelViewSet,), models.District, lookup_field="pk",
                 filterset_fields=["province"], **places)
Municipalities = made("Municipalities", (viewsets.ReadOnlyModelViewSet,), models.Municipality, lookup_field="pk",
                      filterset_fields=["district"], **places)


class Contacts(Owned, viewsets.ModelViewSet):
    queryset = models.Contact.objects.all()
    serializer_class = s.ContactSerializer
    pair = "contact-list"
    filterset_fields = ["is_active", "phone"]
    search_fields = ["name", "phone"]

    @action(detail=True)
    def export(self, request, uuid):
        """A group's contacts, or one contact, as CSV."""
        answer = HttpResponse(content_type="text/csv")
        answer["Content-Disposition"] = 'attachment; filename="contacts.csv"'
        rows = self.get_queryset().filter(groups__uuid=uuid) or self.get_queryset().filter(uuid=uuid)
        csv.writer(answer).writerows([("name", "phone"), *rows.values_list("name", "phone")])
        return answer


class Groups(Owned, viewsets.ModelViewSet):
    queryset = models.ContactGroup.objects.all()
    serializer_class = s.GroupSerializer
    pair = "contact-list"
    search_fields = ["name"]
    ordering_fields = ["name", "created_at"]


class Compose(Owned, mixins.CreateModelMixin, viewsets.ReadOnlyModelViewSet):
    queryset = models.Campaign.objects.all()
    pair = "campaign-list"
    filterset_fields = ["status"]
    search_fields = ["name"]

    def get_serializer_class(self):
        return s.ComposeSerializer if self.action == "create" else s.CampaignSerializer


class Payments(Owned, mixins.CreateModelMixin, viewsets.ReadOnlyModelViewSet):
    queryset = models.PaymentReference.objects.all()
    serializer_class = s.PaymentSerializer
    pair = "topup-list"
    kind = "topup"
    filterset_fields = ["status"]

    def get_queryset(self):
        return super().get_queryset().filter(**({"kind": self.kind} if self.kind == "package" else {}))

    def perform_create(self, serializer):
        serializer.save(account=self.request.user.account, kind=self.kind)

    @action(detail=True, methods=["post"])
    def cancel_request(self, request, uuid):
        payment = self.get_object()
        if payment.status != "pending":
            raise ValidationError("Only a pending request can be cancelled.")
        payment.status = "cancelled"
        payment.save()
        return Response(self.get_serializer(payment).data)


class Purchases(Payments):
    serializer_class = s.PurchaseSerializer
    pair = "package-history"
    kind = "package"

    def perform_create(self, serializer):
        package = serializer.validated_data["package"]
        serializer.save(account=self.request.user.account, kind=self.kind, amount=int(package.price))


class Kyc(Owned, mixins.CreateModelMixin, viewsets.ReadOnlyModelViewSet):
    queryset = models.Kyc.objects.all()
    serializer_class = s.KycSerializer

    def get_queryset(self):
        return models.Kyc.objects.all() if self.request.user.is_staff else super().get_queryset()


class Decide(APIView):
    """Confirms or rejects the pending record whose uuid is in the body."""

    pair = "staff"
    model, status = models.Kyc, "approved"

    def post(self, request):
        record = self.model.objects.filter(uuid=request.data.get("uuid"), status="pending").first()
        if not record:
            raise ValidationError({"uuid": ["There is none that waits."]})
        record.status, record.reason = self.status, request.data.get("reason", "")
        record.save()
        return Response({"detail": f"It is {self.status}."})


class Login(APIView):
    authentication_classes, permission_classes = [], [AllowAny]
    staff = False

    def post(self, request):
        user = authenticate(username=request.data.get("email"), password=request.data.get("password"))
        if not user or user.is_staff != self.staff:
            raise ValidationError({"non_field_errors": ["Unable to log in with provided credentials."]})
        return Response({"token": Token.objects.get_or_create(user=user)[0].key})


class Open(APIView):
    """Requests for people without an account; mails and codes are not included."""

    authentication_classes, permission_classes = [], [AllowAny]
    needs = ("email",)

    def post(self, request):
        missing = {name: ["This field is required."] for name in self.needs if not request.data.get(name)}
        if missing:
            raise ValidationError(missing)
        return Response({"detail": "Check your mail."})


class Signup(APIView):
    authentication_classes, permission_classes = [], [AllowAny]

    def post(self, request):
        serializer = s.SignupSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        models.User.objects.create_user(serializer.validated_data["email"], is_active=False, **serializer.validated_data)
        return Response(serializer.data, status=201)


class Profile(APIView):
    def get(self, request):
        return Response({"data": s.ProfileSerializer(request.user).data})


class OwnAccount(viewsets.ReadOnlyModelViewSet):
    lookup_field = "uuid"
    serializer_class = s.of(models.Account)

    def get_queryset(self):
        return models.Account.objects.filter(pk=self.request.user.account_id)


class ChangePassword(APIView):
    def post(self, request):
        serializer = s.PasswordSerializer(data=request.data, context={"request": request})
        serializer.is_valid(raise_exception=True)
        request.user.set_password(serializer.validated_data["new_password"])
        request.user.save()
        return Response({"detail": "Password changed."})


class Upload(APIView):
    def post(self, request):
        if "file" not in request.data:
            raise ValidationError({"file": ["No file was submitted."]})
        return Response({"data": str(models.UploadedFile.objects.create(file=request.data["file"]).uuid)}, status=201)


class Summary(APIView):
    pair = "staff"

    def get(self, request):
        return Response({
            "users": models.User.objects.count(),
            "accounts": models.Account.objects.count(),
            "pending_kyc": models.Kyc.objects.filter(status="pending").count(),
            "pending_payments": models.PaymentReference.objects.filter(status="pending").count(),
        })


class Config(APIView):
    def get(self, request):
        return Response({"quiet_hours": None, "parts_max": 10, "validity_hours": 48})


class ActiveProduct(APIView):
    pair = "staff"

    def get(self, request):
        return Response(s.of(models.ProductPricing)(models.ProductPricing.objects.all(), many=True).data)
