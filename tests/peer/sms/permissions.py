from rest_framework.permissions import SAFE_METHODS, BasePermission

READ = ["package-list", "package-active", "package-history", "sms-list", "sms-template-list", "campaign-list"]
READ += ["credit-daily-consumption", "contact-list", "topup-list", "black-list", "sms-dispatch", "profile-my"]
CUSTOMER = [*[[name, "get"] for name in [*READ, "setting-list"]], ["package-list", "post"], ["bulk-sms", "post"]]
CLERK = [*CUSTOMER, ["user-list", "get"]]


class HoldsPair(BasePermission):
    """The `get` of a view's pair allows reading; users who are not read-only may also write."""

    def has_permission(self, request, view):
        pair = getattr(view, "pair", None)
        if pair and [pair, "get"] not in request.user.ui_permissions:
            return False
        return request.method in SAFE_METHODS or not request.user.is_read_only
