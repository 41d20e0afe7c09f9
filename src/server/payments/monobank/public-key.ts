// The bank's public key: fetched when it is first needed, kept, and fetched anew when a signature does not fit a key that may
// have been changed since.
import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { ProviderFailed } from '../provider.ts'

/** A younger key is not fetched again: forged notices must not make us ask the bank without end. */
const REFETCH_AFTER_MS = 60_000

/** Nor is the bank asked again sooner, when it gave none. It sends its own notices again a minute later, so that they lose nothing. */
const ASK_AGAIN_AFTER_MS = 30_000

const SIGNATURE = /^[A-Za-z0-9+/]{80,200}={0,2}$/

export interface SignatureCheck {
  /**
   * Tells whether the bank signed a body (ECDSA on P-256 with SHA-256, as DER in base64).
   *
   * @throws ProviderFailed when the key does not come
   */
  isSigned(body: Buffer, signature: string): Promise<boolean>
}

function readKey(encoded: string): KeyObject {
  let key: KeyObject
  try {
    key = createPublicKey(Buffer.from(encoded, 'base64').toString('utf8'))
  } catch {
    throw new ProviderFailed('monobank gave a key that is none')
  }
  if (key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return key
  throw new ProviderFailed('monobank gave a key of another kind')
}

/** Makes the check; `fetchKey` brings the key as the bank encodes it, a PEM in base64. */
export function createSignatureCheck(options: {
  readonly fetchKey: () => Promise<string>
  readonly now: () => number
}): SignatureCheck {
  const { fetchKey, now } = options
  let held: { readonly key: KeyObject; readonly atMs: number } | undefined
  let coming: Promise<KeyObject> | undefined
  let failed: { readonly cause: unknown; readonly atMs: number } | undefined
  /** Either way from now: a clock that is set back must not keep the bank unasked until it has caught up. */
  const isWithin = (atMs: number, spanMs: number): boolean => Math.abs(now() - atMs) < spanMs

  const bring = async (): Promise<KeyObject> => {
    try {
      const key = readKey(await fetchKey())
      held = { key, atMs: now() }
      return key
    } catch (cause) {
      failed = { cause, atMs: now() }
      throw cause
    }
  }
  /** Many notices at once share one request, and those soon after share its failure. */
  const refresh = (): Promise<KeyObject> => {
    if (failed !== undefined && isWithin(failed.atMs, ASK_AGAIN_AFTER_MS)) {
      const { cause } = failed
      throw new ProviderFailed('monobank gave no key a moment ago', { cause })
    }
    coming ??= bring().finally(() => {
      coming = undefined
    })
    return coming
  }

  return {
    async isSigned(body, signature) {
      if (!SIGNATURE.test(signature)) return false
      const bytes = Buffer.from(signature, 'base64')
      const fits = (key: KeyObject): boolean => verify('sha256', body, { key, dsaEncoding: 'der' }, bytes)
      const first = held
      if (first === undefined) return fits(await refresh())
      if (fits(first.key)) return true
      return !isWithin(first.atMs, REFETCH_AFTER_MS) && fits(await refresh())
    },
  }
}
