import csv
from uuid import uuid4

from django.contrib.auth import authenticate
from django.core.files.storage import default_storage
from django.http import HttpResponse
from rest_framework.authtoken.models import Token
from rest_framework.decorators import action, api_view, permission_classes
from rest_framework.exceptions import ValidationError
from rest_framework.permissions import IsAdminUser
from rest_framework.response import Response
from rest_framework.views import APIView
from rest_framework.viewsets import ModelViewSet

from . import models
from . import serializers as s


class Shared(ModelViewSet):
    lookup_field = "uuid"


class Staff(Shared):
    permission_classes = [IsAdminUser]


class Records(Shared):
    """Only an account's users see and create its records."""

    owner = "account"

    def get_queryset(self):
        return super().get_queryset().filter(**{self.owner: self.request.user.account_id})

    def perform_create(self, serializer):
        serializer.save(account=self.request.user.account)


def view(base, model, pair=None, serializer=None, **options):
    """A view set that is described by its model, pair, serializer and filters."""
    values = {"queryset": model.objects.all(), "serializer_class": serializer or s.of(model), "pair": pair}
    return type(model.__name__, (base,), {**values, **options})


class Contacts(Records):
    @action(detail=True)
    def export(self, request, uuid):
        """A group's contacts, or one contact, as CSV."""
        answer = HttpResponse(content_type="text/csv")
        answer["Content-Disposition"] = 'attachment; filename="contacts.csv"'
        rows = self.get_queryset().filter(groups__uuid=uuid) or self.get_queryset().filter(uuid=uuid)
        csv.writer(answer).writerows([("name", "phone"), *rows.values_list("name", "phone")])
        return answer


class Campaigns(Records):
    def get_serializer_class(self):
        return s.Compose if self.action == "create" else s.Campaign


class Payments(Records):
    @action(detail=True, methods=["post"])
    def cancel_request(self, request, uuid):
        payment = self.get_object()
        if payment.status != "pending":
            raise ValidationError("Only a pending request can be cancelled.")
        payment.status = "cancelled"
        payment.save()
        return Response(self.get_serializer(payment).data)


class Purchases(Payments):
    def get_queryset(self):
        return super().get_queryset().filter(kind="package")

    def perform_create(self, serializer):
        price = serializer.validated_data["package"].price
        serializer.save(account=self.request.user.account, kind="package", amount=int(price))


class Kyc(Records):
    def get_queryset(self):
        return self.queryset.all() if self.request.user.is_staff else super().get_queryset()


class Decide(APIView):
    """Confirms or rejects the pending record whose uuid is in the body."""

    permission_classes = [IsAdminUser]
    model, status = models.Kyc, "approved"

    def post(self, request):
        pending = self.model.objects.filter(uuid=request.data.get("uuid"), status="pending")
        if not pending.update(status=self.status, reason=request.data.get("reason", "")):
            raise ValidationError({"uuid": ["There is none that waits."]})
        return Response({"detail": f"It is {self.status}."})


def require(request, names):
    missing = {name: ["This field is required."] for name in names if not request.data.get(name)}
    if missing:
        raise ValidationError(missing)


class Open(APIView):
    """Requests of people without an account; mails and codes are not included."""

    authentication_classes = permission_classes = []
    needs = ["email"]

    def post(self, request):
        require(request, self.needs)
        return Response({"detail": "Check your mail."})


class Login(Open):
    is_staff = False

    def post(self, request):
        user = authenticate(username=request.data.get("email"), password=request.data.get("password"))
        if not user or user.is_staff != self.is_staff:
            raise ValidationError({"non_field_errors": ["Unable to log in with provided credentials."]})
        return Response({"token": Token.objects.get_or_create(user=user)[0].key})


@api_view()
def profile(request):
    return Response({"data": s.Profile(request.user).data})


@api_view(["POST"])
def change_password(request):
    require(request, ["old_password", "new_password"])
    if not request.user.check_password(request.data["old_password"]):
        raise ValidationError({"old_password": ["Wrong password."]})
    request.user.set_password(request.data["new_password"])
    request.user.save()
    return Response({"detail": "Password changed."})


@api_view(["POST"])
def upload(request):
    require(request, ["file"])
    return Response({"data": default_storage.save(str(uuid4()), request.data["file"])}, status=201)


@api_view()
def config(request):
    return Response({"quiet_hours": None, "parts_max": 10, "validity_hours": 48})


@api_view()
@permission_classes([IsAdminUser])
def summary(request):
    counts = {"users": models.User.objects, "accounts": models.Account.objects}
    for name, model in {"pending_kyc": models.Kyc, "pending_payments": models.PaymentReference}.items():
        counts[name] = model.objects.filter(status="pending")
    return Response({name: records.count() for name, records in counts.items()})
