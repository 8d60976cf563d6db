from django.urls import include, path
from rest_framework.routers import SimpleRouter

from sms import models, views

router = SimpleRouter()
for prefix, view in [
    ("admin/accounts", views.Accounts),
    ("admin/product-pricing", views.Pricing),
    ("admin/blocked-sms-keywords", views.Keywords),
    ("admin/payment-reference", views.AllPayments),
    ("autho/accounts", views.OwnAccount),
    ("autho/users", views.Users),
    ("autho/kyc", views.Kyc),
    ("core/locations/provinces", views.Provinces),
    ("core/locations/districts", views.Districts),
    ("core/locations/municipalities", views.Municipalities),
    ("viber/identity", views.Viber),
    ("core/contacts", views.Contacts),
    ("contact/contact-group", views.Groups),
    ("sms/templates", views.Templates),
    ("sms/identities", views.Identities),
    ("sms/compose", views.Compose),
    ("sms/dispatch", views.Dispatch),
    ("sms/sender-identities", views.Senders),
    ("credit/sms-consumption-history", views.ConsumptionHistory),
    ("credit/daily-consumption", views.Daily),
    ("credit/daily_consumption", views.Daily),
    ("credit/user-wallets/all", views.Wallets),
    ("credit/user-payment-reference/all", views.AllPayments),
    ("credit/user-payment-reference/smspackages", views.Purchases),
    ("credit/user-payment-reference", views.Payments),
    ("credit/wallet-history", views.WalletHistory),
    ("core/sms/blacklist-numbers", views.Blacklist),
    ("sms/blacklist-numbers", views.Blacklist),
    ("credit/sms-packages/all", views.AllPackages),
    ("credit/sms-packages", views.Packages),
    ("credit/account-sms-packages", views.ActivePackages),
]:
    router.register(prefix, view, basename=prefix)

payment = {"model": models.PaymentReference}
v1 = [
    path("login/", views.Login.as_view()),
    path("login/admin/", views.Login.as_view(staff=True)),
    path("autho/user/profile/", views.Profile.as_view()),
    path("autho/user/change-password/", views.ChangePassword.as_view()),
    path("autho/user/signup/", views.Signup.as_view()),
    path("autho/user/verify-otp/", views.Open.as_view(needs=("email", "otp"))),
    path("autho/user/resend-verification/", views.Open.as_view()),
    path("autho/password_reset/", views.Open.as_view()),
    path("autho/password_reset/confirm/", views.Open.as_view(needs=("uuid", "password"))),
    path("autho/kyc/submit/", views.Kyc.as_view({"post": "create"})),
    path("autho/kyc/approve/", views.Decide.as_view()),
    path("autho/kyc/reject/", views.Decide.as_view(status="rejected")),
    path("admin/dashboard-summary/", views.Summary.as_view()),
    path("admin/product/active/", views.ActiveProduct.as_view()),
    path("core/upload/file/public/", views.Upload.as_view()),
    path("sms/configs/", views.Config.as_view()),
    path("credit/payment/credit_payment_initiate/", views.Payments.as_view({"post": "create"})),
    path("credit/payment/credit_payment_confirm/", views.Decide.as_view(**payment, status="confirmed")),
    path("credit/payment/credit_payment_reject/", views.Decide.as_view(**payment, status="rejected")),
    *router.urls,
]
urlpatterns = [path("v1/", include(v1))]
