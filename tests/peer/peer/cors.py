from django.conf import settings
from django.http import HttpResponse


class Cors:
    """Behaves like django-cors-headers with its defaults."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        origin = request.headers.get("Origin")
        is_preflight = request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers
        response = HttpResponse() if is_preflight else self.get_response(request)
        if origin in settings.CORS_ALLOWED_ORIGINS:
            response["Access-Control-Allow-Origin"] = origin
            response["Vary"] = "Origin"
            if is_preflight:
                response["Access-Control-Allow-Headers"] = ", ".join(settings.CORS_ALLOW_HEADERS)
                response["Access-Control-Allow-Methods"] = "DELETE, GET, OPTIONS, PATCH, POST, PUT"
            if settings.CORS_EXPOSE_HEADERS:
                response["Access-Control-Expose-Headers"] = ", ".join(settings.CORS_EXPOSE_HEADERS)
        return response
