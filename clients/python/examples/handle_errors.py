import uuid

from redline import (
    ConnectionFailedError,
    ForbiddenError,
    InsufficientCreditsError,
    InvalidRequestError,
    Redline,
    RedlineError,
)

# Kept with what it belongs to: whatever happens, the same key charges once.
order = str(uuid.uuid4())

with Redline(site="us", max_retries=5) as client:
    try:
        client.text_checks.create(text="short", platform="dtc_us", vertical="apparel", idempotency_key=order)
    except InvalidRequestError as error:
        for issue in error.issues:
            print(issue.path, "is wrong:", issue.message)
    except InsufficientCreditsError as error:
        print("it costs", error.required_credits, "and there are", error.current_balance)
    except ForbiddenError as error:
        print("it needs the plan", error.required_plan)
    except ConnectionFailedError as error:
        print("not reached; send it again with", error.idempotency_key)
    except RedlineError as error:
        print("something else:", error)
