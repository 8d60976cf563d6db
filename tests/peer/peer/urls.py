from django.urls import include, path
from rest_framework.routers import SimpleRouter

from sms import models, serializers, views
from sms.views import Records, Shared, Staff, view

read = {"http_method_names": ["get", "head", "options"]}
add = {"http_method_names": ["get", "head", "options", "post"]}
entries = {**read, "lookup_field": "pk"}
days = {**entries, "filterset_fields": {"day": ["exact", "gte", "lte"]}}
places = {**entries, "pagination_class": None}
named = {"search_fields": ["name"], "ordering_fields": ["name", "created_at"]}
people = {**read, "search_fields": ["name", "email", "phone"], "filterset_fields": ["is_active"]}
messages = {**read, "search_fields": ["phone"], "filterset_fields": ["status", "campaign__uuid"]}
contacts = {"search_fields": ["name", "phone"], "filterset_fields": ["is_active", "phone"]}
campaigns = {**add, "search_fields": ["name"], "filterset_fields": ["status"]}
states = {**add, "filterset_fields": ["status"]}
blacklist = view(Records, models.BlacklistNumber, "black-list", search_fields=["phone", "reason"])
daily = view(Records, models.DailyConsumption, "credit-daily-consumption", **days)
all_payments = view(Staff, models.PaymentReference, serializer=serializers.Payment, **read)
payments = view(views.Payments, models.PaymentReference, "topup-list", serializers.Payment, **states)
purchases = view(views.Purchases, models.PaymentReference, "package-history", serializers.Purchase, **states)
kyc = view(views.Kyc, models.Kyc, serializer=serializers.Kyc, **add)

router = SimpleRouter()
for prefix, viewset in {
    "admin/accounts": view(Staff, models.Account, **named),
    "admin/product-pricing": view(Staff, models.ProductPricing),
    "admin/product/active": view(Staff, models.ProductPricing, pagination_class=None, **read),
    "admin/blocked-sms-keywords": view(Staff, models.BlockedKeyword),
    "admin/payment-reference": all_payments,
    "autho/accounts": view(Records, models.Account, owner="pk", **read),
    "autho/users": view(Shared, models.User, "user-list", serializers.User, **people),
    "autho/kyc": kyc,
    "core/locations/provinces": view(Shared, models.Province, **places),
    "core/locations/districts": view(Shared, models.District, filterset_fields=["province"], **places),
    "core/locations/municipalities": view(Shared, models.Municipality, filterset_fields=["district"], **places),
    "viber/identity": view(Records, models.ViberIdentity, **read),
    "core/contacts": view(views.Contacts, models.Contact, "contact-list", serializers.Contact, **contacts),
    "contact/contact-group": view(Records, models.ContactGroup, "contact-list", serializers.Group, **named),
    "sms/templates": view(Records, models.Template, "sms-template-list", search_fields=["name", "body"]),
    "sms/identities": view(Records, models.SenderIdentity, ordering_fields=["name"]),
    "sms/compose": view(views.Campaigns, models.Campaign, "campaign-list", **campaigns),
    "sms/dispatch": view(Records, models.Message, "sms-dispatch", **messages),
    "sms/sender-identities": view(Staff, models.SenderIdentity),
    "credit/sms-consumption-history": view(Records, models.Consumption, "sms-list", **days),
    "credit/daily-consumption": daily,
    "credit/daily_consumption": daily,
    "credit/user-wallets/all": view(Staff, models.Account, **read),
    "credit/user-payment-reference/all": all_payments,
    "credit/user-payment-reference/smspackages": purchases,
    "credit/user-payment-reference": payments,
    "credit/wallet-history": view(Records, models.WalletEntry, "topup-list", **entries),
    "core/sms/blacklist-numbers": blacklist,
    "sms/blacklist-numbers": blacklist,
    "credit/sms-packages/all": view(Staff, models.Package),
    "credit/sms-packages": view(Shared, models.Package, "package-list", **read),
    "credit/account-sms-packages": view(Records, models.AccountPackage, "package-active", **read),
}.items():
    router.register(prefix, viewset, prefix)

payment = {"model": models.PaymentReference}
v1 = [
    path("login/", views.Login.as_view()),
    path("login/admin/", views.Login.as_view(is_staff=True)),
    path("autho/user/profile/", views.profile),
    path("autho/user/change-password/", views.change_password),
    path("autho/user/signup/", views.Open.as_view(needs=["name", "email", "password"])),
    path("autho/user/verify-otp/", views.Open.as_view(needs=["email", "otp"])),
    path("autho/user/resend-verification/", views.Open.as_view()),
    path("autho/password_reset/", views.Open.as_view()),
    path("autho/password_reset/confirm/", views.Open.as_view(needs=["uuid", "password"])),
    path("autho/kyc/submit/", kyc.as_view({"post": "create"})),
    path("autho/kyc/approve/", views.Decide.as_view()),
    path("autho/kyc/reject/", views.Decide.as_view(status="rejected")),
    path("admin/dashboard-summary/", views.summary),
    path("core/upload/file/public/", views.upload),
    path("sms/configs/", views.config),
    path("credit/payment/credit_payment_initiate/", payments.as_view({"post": "create"})),
    path("credit/payment/credit_payment_confirm/", views.Decide.as_view(**payment, status="confirmed")),
    path("credit/payment/credit_payment_reject/", views.Decide.as_view(**payment, status="rejected")),
    *router.urls,
]
urlpatterns = [path("v1/", include(v1))]
