// Passkeys: the browser's part of signing in, of a fresh assertion, and of a new passkey.
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type { AssertionBody, OptionsReply, PasskeyBody } from '../../protocol/office/session.ts'
import { api, OfficeError } from './api.ts'

/** Codes of what a browser or a person did not finish. */
const CODES: Readonly<Record<string, string>> = {
  NotAllowedError: 'passkey-cancelled',
  AbortError: 'passkey-cancelled',
  InvalidStateError: 'passkey-known',
  SecurityError: 'passkey-address',
}

/** Runs a step of the browser, whose refusals become errors of the office. */
async function asked<Result>(step: () => Promise<Result>): Promise<Result> {
  try {
    return await step()
  } catch (cause) {
    if (cause instanceof OfficeError) throw cause
    // The library wraps what the browser threw.
    const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause
    const name = inner instanceof Error ? inner.name : ''
    throw new OfficeError({ code: CODES[name] ?? 'passkey-failed', message: String(cause) })
  }
}

/** Asks the person for their passkey. */
export async function assertPasskey(): Promise<AssertionBody> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const { challenge, options } = await api.post<OptionsReply>('/session/options')
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  const assertion = await asked(() => startAuthentication({ optionsJSON }))
  return { challenge, assertion } as unknown as AssertionBody
}

/** Has the browser make a passkey for options that the server gave. */
export async function makePasskey({
  challenge,
  options,
}: OptionsReply): Promise<Pick<PasskeyBody, 'challenge' | 'attestation'>> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  const attestation = await asked(() => startRegistration({ optionsJSON }))
  return { challenge, attestation } as unknown as Pick<PasskeyBody, 'challenge' | 'attestation'>
}
