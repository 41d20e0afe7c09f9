// The server's clock: countdowns to what the server decides run by it, because clocks of phones go wrong.
import { $settings } from './settings.ts'

let aheadMs = 0

$settings.listen((settings) => {
  if (settings !== null) aheadMs = settings.now - Date.now()
})

/** Milliseconds since 1970 on the server; by this device's clock until the server has told. */
export function serverNow(): number {
  return Date.now() + aheadMs
}
