from datetime import date, timedelta

from django.conf import settings
from django.core.management import BaseCommand, call_command

from sms import models, permissions

PASSWORD = "peer-password-1"


class Command(BaseCommand):
    help = "Makes the tables and one customer's records, in an empty database."

    def handle(self, *args, **options):
        settings.DATA.mkdir(parents=True, exist_ok=True)
        call_command("migrate", run_syncdb=True, verbosity=0)
        account = models.Account.objects.create(name="Himal Traders", balance=5_000_000)
        own = {"account": account}
        people = [
            ("customer", "Sita Sharma", {"ui_permissions": permissions.CUSTOMER}),
            ("reader", "Ram Thapa", {"ui_permissions": permissions.CUSTOMER, "is_read_only": True}),
            ("clerk", "Gita Rai", {"ui_permissions": permissions.CLERK, "is_staff": True}),
        ]
        for word, name, more in people:
            email = f"{word}@peer.test"
            models.User.objects.create_user(email, email, PASSWORD, name=name, account=account, **more)
        for n in range(35):
            email = f"user{n:02}@peer.test"
            models.User.objects.create_user(email, email, PASSWORD, name=f"User {n:02}", account=account)
        family = models.ContactGroup.objects.create(name="Family", **own)
        models.ContactGroup.objects.create(name="Shops", **own)
        for n in range(60):
            contact = models.Contact.objects.create(name=f"Contact {n:02}", phone=f"+97798410000{n:02}", **own)
            if n < 12:
                contact.groups.add(family)
        for n in range(15):
            models.BlacklistNumber.objects.create(phone=f"+97798511111{n:02}", reason="Asked for no more", **own)
        models.Template.objects.create(name="Greeting", body="Hello {{name}}", **own)
        models.Template.objects.create(name="Reminder", body="Your bill is due.", **own)
        sender = models.SenderIdentity.objects.create(name="HIMAL", purpose="Offers", status="approved", **own)
        today = date.today()
        for n in range(12):
            campaign = models.Campaign.objects.create(
                name=f"Campaign {n:02}", sender=sender, body="Hello", recipients=2, delivered=1, parts=2, cost=300, **own
            )
            for phone in ("+9779841000000", "+9779841000001"):
                models.Message.objects.create(campaign=campaign, phone=phone, **own)
            day = today - timedelta(days=n)
            models.Consumption.objects.create(campaign=campaign, day=day, parts=2, amount="300.00", **own)
            models.DailyConsumption.objects.create(day=day, messages=2, parts=2, amount="300.00", **own)
        small = models.Package.objects.create(name="Small", parts=1000, price=120_000, validity_days=90)
        models.Package.objects.create(name="Large", parts=10_000, price=1_000_000, validity_days=365)
        models.AccountPackage.objects.create(name="Small", parts=1000, remaining=400, expires_at=None, **own)
        models.WalletEntry.objects.create(kind="topup", amount=5_000_000, balance=5_000_000, **own)
        models.PaymentReference.objects.create(amount=5_000_000, method="bank", reference="T-1", status="confirmed", **own)
        models.PaymentReference.objects.create(kind="package", amount=120_000, method="cash", package=small, **own)
        models.BlockedKeyword.objects.create(keyword="lottery")
        models.ProductPricing.objects.create(price="150.0000")
        for name in ("Koshi", "Madhesh", "Bagmati", "Gandaki", "Lumbini", "Karnali", "Sudurpashchim"):
            models.Province.objects.create(name=name)
        kathmandu = models.District.objects.create(name="Kathmandu", province_id=3)
        models.Municipality.objects.create(name="Kathmandu", district=kathmandu)
        self.stdout.write(f"Sign in as customer@peer.test, reader@peer.test or clerk@peer.test with {PASSWORD}")
