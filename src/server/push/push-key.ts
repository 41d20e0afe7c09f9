// The key that tells push services who sends: VAPID, RFC 8292. The public key is computed from the private one.
import { createECDH, createPrivateKey, type KeyObject, sign } from 'node:crypto'
import { CURVE } from './encrypt.ts'

/** Push services accept a signature for 24 hours at most. */
const VALID_SECONDS = 12 * 3_600

const COORDINATE_BYTES = 32

export interface PushKey {
  /** An uncompressed point, base64url. */
  readonly publicKey: string
  /** Returns the Authorization header of requests to a push service's origin. */
  authorization(origin: string, nowMs: number): string
}

/** Generates a private key, base64url. */
export function generatePushKey(): string {
  const keys = createECDH(CURVE)
  keys.generateKeys()
  // Leading zeros are left out of it.
  return Buffer.concat([Buffer.alloc(COORDINATE_BYTES), keys.getPrivateKey()])
    .subarray(-COORDINATE_BYTES)
    .toString('base64url')
}

function signingKey(privateKey: string, publicKey: Buffer): KeyObject {
  const [x, y] = [publicKey.subarray(1, 1 + COORDINATE_BYTES), publicKey.subarray(1 + COORDINATE_BYTES)]
  const jwk = { kty: 'EC', crv: 'P-256', d: privateKey, x: x.toString('base64url'), y: y.toString('base64url') }
  return createPrivateKey({ key: jwk, format: 'jwk' })
}

const encodeJson = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/**
 * Opens a private key.
 *
 * @param privateKey 32 bytes, base64url
 * @param subject where push services reach the operator: an https or mailto address
 * @throws Error when it is no key of the curve
 */
export function openPushKey(privateKey: string, subject: string): PushKey {
  const keys = createECDH(CURVE)
  keys.setPrivateKey(privateKey, 'base64url')
  const publicKey = keys.getPublicKey()
  const key = signingKey(privateKey, publicKey)
  const header = encodeJson({ typ: 'JWT', alg: 'ES256' })
  return {
    publicKey: publicKey.toString('base64url'),
    authorization: (origin, nowMs) => {
      const claims = { aud: origin, exp: Math.floor(nowMs / 1000) + VALID_SECONDS, sub: subject }
      const signed = `${header}.${encodeJson(claims)}`
      const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
      return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey.toString('base64url')}`
    },
  }
}
