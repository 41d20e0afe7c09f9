// The pictures of an answer: each is sent on its own, and the answer names them.
import { useState } from 'react'
import { PICTURES_MOST } from '../../../game/letters/letters.ts'
import type { LetterPicture } from '../../../protocol/letters.ts'
import type { OfficePictureReply } from '../../../protocol/office/letters.ts'
import { OfficeError } from '../../session/api.ts'
import { sendFile } from '../../session/send-file.ts'

const send = async (letterId: string, file: File): Promise<LetterPicture> =>
  (await sendFile<OfficePictureReply>(`/letters/${letterId}/pictures`, file)).picture

export interface AnswerPictures {
  readonly pictures: readonly LetterPicture[]
  /** How many are being sent. */
  readonly adding: number
  /** Why the last one was not taken. */
  readonly error: unknown
  add(files: readonly File[]): Promise<void>
  remove(id: string): void
  /** Begins another answer. */
  clear(): void
}

/** Holds the pictures of an answer in a letter. */
export function usePictures(letterId: string): AnswerPictures {
  const [pictures, setPictures] = useState<readonly LetterPicture[]>([])
  const [adding, setAdding] = useState(0)
  const [error, setError] = useState<unknown>(null)
  const add = async (files: readonly File[]): Promise<void> => {
    const taken = files.slice(0, PICTURES_MOST - pictures.length - adding)
    setError(taken.length < files.length ? new OfficeError({ code: 'pictures-many', message: '' }) : null)
    setAdding((count) => count + taken.length)
    // One after the other: the server takes two at a time from a member.
    for (const file of taken) {
      try {
        const picture = await send(letterId, file)
        setPictures((before) => [...before, picture])
      } catch (fault) {
        setError(fault)
      }
      setAdding((count) => count - 1)
    }
  }
  return {
    pictures,
    adding,
    error,
    add,
    remove: (id) => setPictures((before) => before.filter((picture) => picture.id !== id)),
    clear: () => setPictures([]),
  }
}
