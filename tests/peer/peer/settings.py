"""A bulk SMS API as somebody else would write it: plain Django REST Framework, from the endpoint catalogue alone."""

import os
import tempfile
from pathlib import Path

# The database and uploaded files; each run needs a folder of its own.
DATA = Path(os.environ.get("PEER_DATA", Path(tempfile.gettempdir(), "bulk-sms-peer")))

SECRET_KEY = "for tests only"
ALLOWED_HOSTS = ["*"]
USE_TZ, TIME_ZONE = True, "Asia/Kathmandu"
ROOT_URLCONF = "peer.urls"
AUTH_USER_MODEL = "sms.User"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
MEDIA_ROOT = DATA / "media"
# A fast hash: the passwords are no secret, and tests sign in often.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

INSTALLED_APPS = [
    *["django.contrib.auth", "django.contrib.contenttypes"],
    *["rest_framework", "rest_framework.authtoken", "django_filters", "sms"],
]
# The tables are created from the models, in a database that a test deletes.
MIGRATION_MODULES = {"auth": None, "contenttypes": None, "authtoken": None, "sms": None}
MIDDLEWARE = ["peer.cors.cors", "django.middleware.common.CommonMiddleware"]
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": DATA / "db.sqlite3", "OPTIONS": {"timeout": 20}}}

# Exact origins and further request headers, each a list separated by spaces; the names are those of django-cors-headers.
CORS_ALLOWED_ORIGINS = os.environ.get("PEER_CORS_ORIGINS", "").split()
CORS_ALLOW_HEADERS = [
    *["accept", "authorization", "content-type", "user-agent", "x-csrftoken", "x-requested-with"],
    *os.environ.get("PEER_CORS_HEADERS", "").split(),
]

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.TokenAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated", "sms.permissions.HoldsPair"],
    "DEFAULT_PAGINATION_CLASS": "rest_framework.pagination.PageNumberPagination",
    "PAGE_SIZE": 10,
    "DEFAULT_FILTER_BACKENDS": [
        "django_filters.rest_framework.DjangoFilterBackend",
        "rest_framework.filters.SearchFilter",
        "rest_framework.filters.OrderingFilter",
    ],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
}
