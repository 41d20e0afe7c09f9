// The server's clock: countdowns to what the server decides run by it, because clocks of phones go wrong.
let aheadMs = 0

/** Sets the clock by an answer that names its own moment: it is behind by the way here, and never ahead. */
export function setServerNow(nowMs: number): void {
  aheadMs = nowMs - Date.now()
}

/** Milliseconds since 1970 on the server; by this device's clock until the server has told. */
export function serverNow(): number {
  return Date.now() + aheadMs
}
