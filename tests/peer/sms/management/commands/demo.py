from datetime import date, timedelta

from django.conf import settings
from django.core.management import BaseCommand, call_command
from django.core.servers.basehttp import WSGIRequestHandler
from django.db.transaction import atomic

from sms import models, permissions

PASSWORD = "peer-password-1"
PHONES = ["+9779841000000", "+9779841000001"]
PROVINCES = ["Koshi", "Madhesh", "Bagmati", "Gandaki", "Lumbini", "Karnali", "Sudurpashchim"]


def person(word, name, account, **more):
    email = f"{word}@peer.test"
    models.User.objects.create_user(email, email, PASSWORD, name=name, account=account, **more)


@atomic
def seed():
    account = models.Account.objects.create(name="Himal Traders", balance=5_000_000)
    person("customer", "Sita Sharma", account, ui_permissions=permissions.CUSTOMER)
    person("reader", "Ram Thapa", account, ui_permissions=permissions.CUSTOMER, is_read_only=True)
    person("clerk", "Gita Rai", account, ui_permissions=permissions.CLERK, is_staff=True)
    for n in range(35):
        person(f"user{n:02}", f"User {n:02}", account)
    family, _ = (account.contactgroup_set.create(name=name) for name in ("Family", "Shops"))
    for n in range(60):
        account.contact_set.create(name=f"Contact {n:02}", phone=f"+97798410000{n:02}")
    family.contact_set.set(account.contact_set.order_by("id")[:12])
    for n in range(15):
        account.blacklistnumber_set.create(phone=f"+97798511111{n:02}", reason="Asked for no more")
    account.template_set.create(name="Greeting", body="Hello {{name}}")
    account.template_set.create(name="Reminder", body="Your bill is due.")
    sender = account.senderidentity_set.create(name="HIMAL", purpose="Offers", status="approved")
    for n in range(12):
        totals = {"recipients": 2, "delivered": 1, "parts": 2, "cost": 300}
        campaign = account.campaign_set.create(name=f"Campaign {n:02}", sender=sender, body="Hello", **totals)
        for phone in PHONES:
            account.message_set.create(campaign=campaign, phone=phone)
        used = {"day": date.today() - timedelta(days=11 - n), "parts": 2, "amount": "300.00"}
        account.consumption_set.create(campaign=campaign, **used)
        account.dailyconsumption_set.create(messages=2, **used)
    small = models.Package.objects.create(name="Small", parts=1000, price=120_000, validity_days=90)
    models.Package.objects.create(name="Large", parts=10_000, price=1_000_000, validity_days=365)
    account.accountpackage_set.create(name="Small", parts=1000, remaining=400)
    account.walletentry_set.create(kind="topup", amount=5_000_000, balance=5_000_000)
    account.paymentreference_set.create(amount=5_000_000, method="bank", reference="T-1", status="confirmed")
    account.paymentreference_set.create(kind="package", amount=120_000, method="cash", package=small)
    models.BlockedKeyword.objects.create(keyword="lottery")
    models.ProductPricing.objects.create(price="150.0000")
    models.Province.objects.bulk_create(models.Province(name=name) for name in PROVINCES)
    kathmandu = models.District.objects.create(name="Kathmandu", province_id=3)
    models.Municipality.objects.create(name="Kathmandu", district=kathmandu)


class Command(BaseCommand):
    help = "Serves a new database with one customer's records."

    def add_arguments(self, parser):
        parser.add_argument("address", nargs="?", default="127.0.0.1:8000")

    def handle(self, address, **options):
        settings.DATA.mkdir(parents=True, exist_ok=True)
        settings.DATABASES["default"]["NAME"].unlink(missing_ok=True)
        call_command("migrate", run_syncdb=True, verbosity=0)
        seed()
        self.stdout.write(f"Sign in as customer@peer.test, reader@peer.test or clerk@peer.test with {PASSWORD}")
        # Django sends an answer in two parts. The second would wait for the first one's acknowledgement: some 40 ms.
        WSGIRequestHandler.disable_nagle_algorithm = True
        call_command("runserver", address, use_reloader=False)
