// An authenticator in software (WebAuthn level 3, ES256, attestation "none"), with every fault that a server has to refuse.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const FLAGS = { present: 0x01, verified: 0x04, eligible: 0x08, backedUp: 0x10, attested: 0x40 }

/** What an answer is for, as the server's options have it. */
interface Options {
  readonly challenge: string
  readonly rp?: { readonly id: string }
  readonly rpId?: string
  readonly user?: { readonly id: string }
}

/** What differs from an honest answer. */
export interface Forgery {
  readonly origin?: string
  readonly rpId?: string
  readonly challenge?: string
  readonly isUnverified?: boolean
  readonly isAbsent?: boolean
  /** The signature count, instead of the next one. */
  readonly counter?: number
  readonly userHandle?: string
  /** Of clientData. */
  readonly type?: string
  readonly signature?: Buffer
}

const sha256 = (bytes: string | Buffer): Buffer => createHash('sha256').update(bytes).digest()
const base64url = (bytes: Buffer): string => bytes.toString('base64url')

/** The head of a CBOR item (RFC 8949): its major type and its length or value. */
function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 256) return Buffer.from([(major << 5) | 24, value])
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255])
}

const cborInt = (value: number): Buffer => (value < 0 ? head(1, -1 - value) : head(0, value))
const cborBytes = (bytes: Buffer): Buffer => Buffer.concat([head(2, bytes.length), bytes])
const cborText = (text: string): Buffer => Buffer.concat([head(3, Buffer.byteLength(text)), Buffer.from(text)])
const cborMap = (...pairs: readonly (readonly [Buffer, Buffer])[]): Buffer =>
  Buffer.concat([head(5, pairs.length), ...pairs.flat()])

export class Authenticator {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly #origin: string
  readonly id = base64url(randomBytes(32))
  counter = 0
  #userHandle = ''

  constructor(origin: string) {
    this.#origin = origin
  }

  #clientData(type: string, options: Options, forged: Forgery): Buffer {
    const challenge = forged.challenge ?? options.challenge
    const origin = forged.origin ?? this.#origin
    return Buffer.from(JSON.stringify({ type: forged.type ?? type, challenge, origin, crossOrigin: false }))
  }

  #data(rpId: string, flags: number, forged: Forgery, rest: Buffer = Buffer.alloc(0)): Buffer {
    const user = (forged.isAbsent ? 0 : FLAGS.present) | (forged.isUnverified ? 0 : FLAGS.verified)
    const count = Buffer.alloc(4)
    this.counter = forged.counter ?? this.counter + 1
    count.writeUInt32BE(this.counter)
    return Buffer.concat([sha256(forged.rpId ?? rpId), Buffer.from([user | flags]), count, rest])
  }

  #coseKey(): Buffer {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    return cborMap(
      [cborInt(1), cborInt(2)],
      [cborInt(3), cborInt(-7)],
      [cborInt(-1), cborInt(1)],
      [cborInt(-2), cborBytes(Buffer.from(x, 'base64url'))],
      [cborInt(-3), cborBytes(Buffer.from(y, 'base64url'))],
    )
  }

  /** Registers, as `navigator.credentials.create`. */
  register(options: Options, forged: Forgery = {}) {
    this.#userHandle = options.user?.id ?? ''
    const id = Buffer.from(this.id, 'base64url')
    const length = Buffer.from([0, id.length])
    const attested = Buffer.concat([Buffer.alloc(16), length, id, this.#coseKey()])
    const data = this.#data(options.rp?.id ?? '', FLAGS.attested, forged, attested)
    const attestation = cborMap(
      [cborText('fmt'), cborText('none')],
      [cborText('attStmt'), cborMap()],
      [cborText('authData'), cborBytes(data)],
    )
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: base64url(this.#clientData('webauthn.create', options, forged)),
        attestationObject: base64url(attestation),
        transports: ['internal'],
      },
    }
  }

  /** Signs in, as `navigator.credentials.get`. */
  assert(options: Options, forged: Forgery = {}) {
    const clientData = this.#clientData('webauthn.get', options, forged)
    const data = this.#data(options.rpId ?? '', 0, forged)
    const signature =
      forged.signature ?? sign('sha256', Buffer.concat([data, sha256(clientData)]), this.#keys.privateKey)
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(data),
        signature: base64url(signature),
        userHandle: forged.userHandle ?? this.#userHandle,
      },
    }
  }
}
