// The input for files of a button that asks for pictures: hidden, because browsers draw and name it in their own way.
import type { ReactElement, Ref } from 'react'
import { PICTURE_TYPES } from '../../../game/letters/letters.ts'

interface PictureInputProps {
  readonly ref: Ref<HTMLInputElement>
  onFiles(files: readonly File[]): void
}

export function PictureInput({ ref, onFiles }: PictureInputProps): ReactElement {
  return (
    <input
      ref={ref}
      type="file"
      hidden
      multiple
      accept={PICTURE_TYPES.join()}
      onChange={({ currentTarget }) => {
        onFiles([...(currentTarget.files ?? [])])
        // The same file can be chosen again.
        currentTarget.value = ''
      }}
    />
  )
}
