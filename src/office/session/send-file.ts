// Sends a picture that a member chose: calls of the office take JSON alone.
import { PICTURE_BYTES_MOST } from '../../game/letters/letters.ts'
import { api, OfficeError } from './api.ts'

/** Reads a file in base64. */
function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}

/** Sends a picture to a call. Throws OfficeError, also before it is sent where it is too large. */
export async function sendFile<Reply>(path: string, file: File): Promise<Reply> {
  if (file.size > PICTURE_BYTES_MOST) throw new OfficeError({ code: 'picture-large', message: '' })
  return api.post<Reply>(path, { file: await base64Of(file) })
}
