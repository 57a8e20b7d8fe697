import queue
import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

from redline import Redline, WebhookVerificationError, verify_webhook
from redline.records import CheckCompletedEvent

secrets: dict[str, str] = {}
ended: "queue.Queue[str]" = queue.Queue()


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            event = verify_webhook(body, dict(self.headers), secrets["redline"])
        except WebhookVerificationError as error:
            self.send_error(400, error.message)
            return
        self.send_response(204)
        self.end_headers()
        if isinstance(event, CheckCompletedEvent):
            ended.put(event.data.id)

    def log_message(self, format: str, *args: object) -> None:
        pass


server = HTTPServer(("127.0.0.1", 0), Receiver)
threading.Thread(target=server.serve_forever, daemon=True).start()

with Redline(site="us") as client:
    endpoint = client.webhook_endpoints.create(
        url=f"http://127.0.0.1:{server.server_port}/redline", events=["check.completed", "check.failed"]
    )
    secrets["redline"] = endpoint.secret

    check = client.text_checks.create(
        text="Soft cotton socks, six pairs, in grey.", platform="dtc_us", vertical="apparel"
    )
    print("told of the check" if ended.get(timeout=30) == check.id else "told of another one")
    while (delivery := next(client.webhook_endpoints.deliveries(endpoint.id))).status == "pending":
        time.sleep(0.2)
    print(delivery.type, delivery.status, [attempt.status for attempt in delivery.attempts])
    client.webhook_endpoints.delete(endpoint.id)
server.shutdown()
server.server_close()
