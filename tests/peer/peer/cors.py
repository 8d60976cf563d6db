from django.conf import settings
from django.http import HttpResponse


def cors(get_response):
    """Behaves like django-cors-headers with its defaults."""

    def middleware(request):
        origin = request.headers.get("Origin")
        is_preflight = request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers
        response = HttpResponse() if is_preflight else get_response(request)
        response["Vary"] = "Origin"
        if origin in settings.CORS_ALLOWED_ORIGINS:
            response["Access-Control-Allow-Origin"] = origin
            if is_preflight:
                response["Access-Control-Allow-Headers"] = ", ".join(settings.CORS_ALLOW_HEADERS)
                response["Access-Control-Allow-Methods"] = "DELETE, GET, OPTIONS, PATCH, POST, PUT"
                response["Access-Control-Max-Age"] = "86400"
        return response

    return middleware
