// Pictures of letters: made smaller here where the browser can, sent to be encoded anew, and read back as the shop sees them.
import { PICTURE_BYTES_MOST, PICTURE_TYPES } from '../../game/letters/letters.ts'
import type { LetterPicture, PictureReply } from '../../protocol/letters.ts'
import { getFile, post } from '../kernel/api.ts'
import { recheckSession } from '../kernel/paged.ts'

/** The longer edge that the server keeps. */
const EDGE_MOST = 2_048

/** A smaller file is sent as it is. */
const BYTES_FINE = 1_000_000

const QUALITY = 0.9

/** Returns a photo of a phone in the size that is kept: it takes seconds less to send. The file itself where the browser cannot. */
async function shrink(file: File): Promise<Blob> {
  if (file.size <= BYTES_FINE) return file
  try {
    const picture = await createImageBitmap(file)
    const scale = Math.min(1, EDGE_MOST / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(picture.width * scale))
    canvas.height = Math.max(1, Math.round(picture.height * scale))
    const drawing = canvas.getContext('2d')
    if (drawing === null) return file
    // A JPEG has no transparency.
    drawing.fillStyle = 'white'
    drawing.fillRect(0, 0, canvas.width, canvas.height)
    drawing.drawImage(picture, 0, 0, canvas.width, canvas.height)
    picture.close()
    const smaller = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
    return smaller === null || smaller.size >= file.size ? file : smaller
  } catch {
    return file
  }
}

/** What became of a picture; `large` was not sent. */
export type PictureOutcome =
  | { readonly kind: 'sent'; readonly picture: LetterPicture }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'large' | 'failed' }

/** So much of a file that is no picture is sent: the server says in words what it takes. */
const BEGINNING_BYTES = 64

/** Sends a picture for a message to come. */
export async function sendPicture(file: File): Promise<PictureOutcome> {
  const isKnown = PICTURE_TYPES.some((type) => type === file.type)
  const body = isKnown ? await shrink(file) : file.slice(0, BEGINNING_BYTES, PICTURE_TYPES[0])
  if (body.size > PICTURE_BYTES_MOST) return { kind: 'large' }
  try {
    const reply = await post<PictureReply>('/letters/pictures', body)
    return reply.success ? { kind: 'sent', picture: reply.picture } : { kind: 'refused', message: reply.message }
  } catch (fault) {
    console.error('A picture could not be sent', fault)
    recheckSession(fault)
    return { kind: 'failed' }
  }
}

/** Reads a file as a `data:` address, which the page's policy lets be shown. */
function dataUrl(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}

const addresses = new Map<string, Promise<string | null>>()

async function readPicture(id: string): Promise<string | null> {
  try {
    return await dataUrl(await getFile(`/letters/pictures/${id}`))
  } catch (fault) {
    console.error('A picture could not be read', fault)
    recheckSession(fault)
    addresses.delete(id)
    return null
  }
}

/** Returns the address of a picture, which only its player's own calls can read; null where it cannot be read. */
export function pictureAddress(id: string): Promise<string | null> {
  const known = addresses.get(id)
  if (known !== undefined) return known
  const address = readPicture(id)
  addresses.set(id, address)
  return address
}
