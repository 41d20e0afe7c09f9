// Encrypts a push message for one browser: RFC 8291 over the aes128gcm encoding of RFC 8188, with a single record.
import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto'

export const CURVE = 'prime256v1'

const SALT_BYTES = 16
const KEY_BYTES = 16
const NONCE_BYTES = 12
const SECRET_BYTES = 32
/** The size of a record that the header names: push services accept 4096 bytes at least. */
const RECORD_BYTES = 4096
/** The end of the last record's text; zeros may follow it. */
const LAST_RECORD = 2
/** Every message is padded to this size, so that its length does not tell what it is about. */
export const PADDED_BYTES = 1024

/** The keys of a browser's subscription, base64url. */
export interface BrowserKeys {
  readonly p256dh: string
  readonly auth: string
}

/** What is drawn at random for each message. */
export interface Drawn {
  readonly salt: Buffer
  /** With its keys. */
  readonly sender: ECDH
}

function draw(): Drawn {
  const sender = createECDH(CURVE)
  sender.generateKeys()
  return { salt: randomBytes(SALT_BYTES), sender }
}

function derive(secret: Buffer, salt: Buffer, context: Buffer, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, context, bytes))
}

/** Tells whether a key is a point of the curve: nothing can be encrypted for any other. */
export function isBrowserKey(p256dh: string): boolean {
  try {
    draw().sender.computeSecret(p256dh, 'base64url')
    return true
  } catch {
    return false
  }
}

/**
 * Returns the encrypted body of a message.
 *
 * @param bytes the size that the text is padded to; a longer text is not padded
 * @param drawn the salt and the sender's keys; tests hand in those of the RFC's example
 */
export function encryptMessage(
  text: string,
  { p256dh, auth }: BrowserKeys,
  bytes = PADDED_BYTES,
  { salt, sender }: Drawn = draw(),
): Buffer {
  const receiverKey = Buffer.from(p256dh, 'base64url')
  const senderKey = sender.getPublicKey()
  const context = Buffer.concat([Buffer.from('WebPush: info\0'), receiverKey, senderKey])
  const shared = derive(sender.computeSecret(receiverKey), Buffer.from(auth, 'base64url'), context, SECRET_BYTES)
  const key = derive(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), KEY_BYTES)
  const nonce = derive(shared, salt, Buffer.from('Content-Encoding: nonce\0'), NONCE_BYTES)
  const plain = Buffer.from(text)
  const padding = Buffer.alloc(Math.max(0, bytes - plain.length))
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const record = [cipher.update(Buffer.concat([plain, Buffer.of(LAST_RECORD), padding])), cipher.final()]
  const size = Buffer.alloc(4)
  size.writeUInt32BE(RECORD_BYTES)
  return Buffer.concat([salt, size, Buffer.of(senderKey.length), senderKey, ...record, cipher.getAuthTag()])
}
