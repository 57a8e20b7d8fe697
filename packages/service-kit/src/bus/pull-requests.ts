/** Pull requests that the server has not filled yet; it fills the oldest first. */
export interface PullRequests {
  /** The number of messages that may still arrive. */
  readonly outstanding: number;
  readonly add: (token: string, batch: number, deadlineMs: number) => void;
  readonly delivered: () => void;
  /** Removes a request that the server ended: full, expired or refused. */
  readonly ended: (token: string) => void;
  /** Removes requests past their deadline, which were lost; true if there were any. */
  readonly expire: (nowMs: number) => boolean;
  readonly clear: () => void;
}

interface PullRequest {
  readonly token: string;
  readonly deadlineMs: number;
  remaining: number;
}

export function createPullRequests(): PullRequests {
  let requests: PullRequest[] = [];
  return {
    get outstanding() {
      return requests.reduce((sum, request) => sum + request.remaining, 0);
    },
    add(token, batch, deadlineMs) {
      requests.push({ token, deadlineMs, remaining: batch });
    },
    delivered() {
      const oldest = requests[0];
      if (!oldest) return;
      oldest.remaining -= 1;
      if (oldest.remaining === 0) requests.shift();
    },
    ended(token) {
      requests = requests.filter((request) => request.token !== token);
    },
    expire(nowMs) {
      const before = requests.length;
      requests = requests.filter((request) => request.deadlineMs > nowMs);
      return requests.length < before;
    },
    clear() {
      requests = [];
    },
  };
}
