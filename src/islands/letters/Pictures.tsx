// Pictures of a letter: small, and large in a dialog. Only the player's own calls can read them.
import { type ReactElement, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LetterPicture } from '../../protocol/letters.ts'
import { pictureAddress } from '../../stores/letters/letter-pictures.ts'
import { Icon } from '../ui/Icon.tsx'
import { Dialog } from '../ui/messages/Dialog.tsx'
import styles from './letters.module.css'

interface PictureProps {
  readonly picture: LetterPicture
  readonly alt: string
}

/** Shows a picture; its place has its proportions until it is there. */
export function Picture({ picture: { id, width, height }, alt }: PictureProps): ReactElement {
  const { t } = useTranslation('letters')
  const [address, setAddress] = useState<string | null | undefined>(undefined)
  useEffect(() => {
    let isGone = false
    void pictureAddress(id).then((read) => {
      if (!isGone) setAddress(read)
    })
    return () => {
      isGone = true
    }
  }, [id])
  if (address === null) {
    return (
      <span className={styles.gone}>
        <Icon name="alert" size={16} />
        <span>{t('pictures.gone')}</span>
      </span>
    )
  }
  if (address === undefined) return <span className={styles.coming} style={{ aspectRatio: `${width} / ${height}` }} />
  return <img src={address} width={width} height={height} alt={alt} className={styles.picture} />
}

export function Pictures({ pictures }: { pictures: readonly LetterPicture[] }): ReactElement | null {
  const { t } = useTranslation('letters')
  const [open, setOpen] = useState<number | null>(null)
  if (pictures.length === 0) return null
  const large = open === null ? undefined : pictures[open]
  const label = t('pictures.picture', { number: (open ?? 0) + 1 })
  return (
    <>
      <ul className={styles.pictures}>
        {pictures.map((picture, at) => (
          <li key={picture.id}>
            <button
              type="button"
              className={styles.thumb}
              aria-label={t('pictures.enlarge', { number: at + 1 })}
              aria-haspopup="dialog"
              onClick={() => setOpen(at)}
            >
              <Picture picture={picture} alt="" />
            </button>
          </li>
        ))}
      </ul>
      <Dialog open={large !== undefined} onClose={() => setOpen(null)} label={label} className={styles.large}>
        {large === undefined ? null : <Picture picture={large} alt={label} />}
      </Dialog>
    </>
  )
}
