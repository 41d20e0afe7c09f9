// The key that signs published days: derived from the site's secret, so that all instances have the same and no other secret has to be kept.
import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign, verify } from 'node:crypto'

/** What precedes the 32 bytes of a private key of Ed25519 in PKCS #8 (RFC 8410). */
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')

const KEY_BYTES = 32

export interface SigningKey {
  /** 32 bytes in hex. */
  readonly publicKey: string
  /** Returns the signature of a text, in hex. */
  sign(text: string): string
}

/** Derives the key from the site's secret. */
export function deriveSigningKey(secret: string): SigningKey {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'spacedrop published days', KEY_BYTES))
  const key = createPrivateKey({ key: Buffer.concat([PRIVATE_PREFIX, seed]), format: 'der', type: 'pkcs8' })
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' })
  return {
    publicKey: Buffer.from(x, 'base64url').toString('hex'),
    sign: (text) => sign(null, Buffer.from(text), key).toString('hex'),
  }
}

function openPublicKey(publicKey: string): KeyObject | null {
  const x = Buffer.from(publicKey, 'hex')
  if (x.length !== KEY_BYTES) return null
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: x.toString('base64url') }, format: 'jwk' })
}

/** Tells whether a signature of a text is the key's; both are hex. */
export function isSigned(publicKey: string, text: string, signature: string): boolean {
  const key = openPublicKey(publicKey)
  return key !== null && verify(null, Buffer.from(text), key, Buffer.from(signature, 'hex'))
}
