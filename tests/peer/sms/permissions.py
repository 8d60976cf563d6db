from rest_framework.permissions import SAFE_METHODS, BasePermission

CUSTOMER = [
    *[[name, "get"] for name in (
        "package-list", "package-active", "package-history", "sms-list", "sms-template-list", "campaign-list",
        "credit-daily-consumption", "contact-list", "topup-list", "black-list", "sms-dispatch", "profile-my",
        "setting-list",
    )],
    ["package-list", "post"],
    ["bulk-sms", "post"],
]
CLERK = [*CUSTOMER, ["user-list", "get"]]


class HoldsPair(BasePermission):
    """A view has a pair, or `staff`. The pair's `get` allows reading; users who are not read-only may also write."""

    def has_permission(self, request, view):
        pair = getattr(view, "pair", None)
        if pair == "staff":
            return request.user.is_staff
        if pair and pair not in (name for name, _ in request.user.ui_permissions):
            return False
        return request.method in SAFE_METHODS or not request.user.is_read_only
