// A device with passkeys for a page in Chromium: it confirms by itself, as with a finger on it.
import type { Page } from 'playwright'

/** @param transport `internal` for the device itself, of which a page has one; `usb` for a key beside it */
export async function addPasskeyDevice(page: Page, transport: 'internal' | 'usb' = 'internal'): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}
