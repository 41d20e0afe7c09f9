// The server's clock, for countdowns to what the server decides: clocks of phones may be wrong.
let offsetMs = 0

/** Sets the clock by the time in an answer, which is late by the time in transit and never early. */
export function setServerNow(nowMs: number): void {
  offsetMs = nowMs - Date.now()
}

/** Returns milliseconds since 1970 on the server; by this device's clock until an answer has set it. */
export function serverNow(): number {
  return Date.now() + offsetMs
}
