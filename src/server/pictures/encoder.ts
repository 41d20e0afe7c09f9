// Encodes pictures of letters and of the shop's texts anew, in a process of its own, one at a time: what comes out holds pixels and nothing else.
import { fileURLToPath } from 'node:url'
import { createHelper } from '../base/helper-process.ts'
import { ProtocolError } from '../base/refusal.ts'
import { createWorkQueue } from '../network/work-queue.ts'
import type { EncodedPicture, EncodeOrder, EncodeReply, PictureFault, PictureForm } from './encode-process.ts'

const PROGRAM = fileURLToPath(new URL('./encode-process.ts', import.meta.url))

/** The heap of the process; what libvips takes is beside it, and gone with the process. */
const MEGABYTES = 96

/** Twice what its own limit allows, and its start. */
const DEADLINE_MS = 20_000

const IDLE_MS = 20_000

/** A picture of a phone takes 0.2 to 1 s of one processor. */
const ENCODING = { running: 1, waiting: 16, ofCaller: 2 } as const

/** How files of the three kinds begin. */
const BEGINNINGS: readonly (readonly [at: number, bytes: string])[] = [
  [0, '\xff\xd8\xff'],
  [0, '\x89PNG\r\n\x1a\n'],
  [8, 'WEBP'],
]

/** Tells whether a file begins as a JPEG, a PNG or a WebP does. Its name does not count. */
function beginsAsPicture(file: Buffer): boolean {
  return BEGINNINGS.some(([at, bytes]) => file.subarray(at, at + bytes.length).equals(Buffer.from(bytes, 'latin1')))
}

export interface PictureEncoder {
  /**
   * Encodes a file of a sender. Nothing but a JPEG, a PNG or a WebP reaches a decoder.
   *
   * @returns the picture, or what is wrong with the file; `busy` where too many wait
   */
  encode(
    sender: string,
    file: Buffer,
    form: PictureForm,
  ): Promise<EncodedPicture | { readonly fault: PictureFault | 'busy' }>
  /** Ends the process. */
  close(): Promise<void>
}

export interface EncoderParts {
  readonly log: { error(fields: object, message: string): void }
}

/** Creates an encoder. */
export function createPictureEncoder({ log }: EncoderParts): PictureEncoder {
  const helper = createHelper<EncodeOrder, EncodeReply>({
    program: PROGRAM,
    work: 'encodes pictures',
    megabytes: MEGABYTES,
    deadlineMs: DEADLINE_MS,
    idleMs: IDLE_MS,
  })
  const inTurn = createWorkQueue(ENCODING)
  async function ask(file: Buffer, form: PictureForm): Promise<EncodeReply> {
    try {
      return await helper.ask({ file, form })
    } catch (error) {
      // What ends the process, or takes too long, is a file made for it.
      log.error({ err: error, bytes: file.length }, 'a picture could not be encoded')
      return { fault: 'broken' }
    }
  }
  return {
    encode: async (sender, file, form) => {
      if (!beginsAsPicture(file)) return { fault: 'kind' }
      try {
        return await inTurn({ network: sender, wider: undefined }, () => ask(file, form))
      } catch (error) {
        if (error instanceof ProtocolError) return { fault: 'busy' }
        throw error
      }
    },
    close: helper.close,
  }
}
