/** Where whoever gets an alert reads on: the address of `docs/` as your people see it; an example here. */
export const runbookUrl = 'https://git.example.com/redline/-/blob/main/docs/alerts.md';
