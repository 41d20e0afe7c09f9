// The pictures of an answer: chosen, shown, and taken out again.
import { type ReactElement, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { APPEAL_DAYS, PICTURES_MOST } from '../../../game/letters/letters.ts'
import { PictureInput } from '../../../islands/ui/controls/PictureInput.tsx'
import { Button } from '../../parts/Button.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { Fault } from '../../session/Fault.tsx'
import styles from './letters.module.css'
import { pictureHref } from './picture-href.ts'
import type { AnswerPictures } from './use-pictures.ts'

export function PicturesField({ pictures, adding, error, add, remove }: AnswerPictures): ReactElement {
  const { t } = useTranslation('officeLetters')
  const input = useRef<HTMLInputElement>(null)
  const hintId = useId()
  const count = pictures.length + adding
  return (
    <div className={styles.field}>
      {count === 0 ? null : (
        <ul className={styles.pictures}>
          {pictures.map(({ id, width, height }, at) => (
            <li key={id} className={styles.chosen}>
              <img src={pictureHref(id)} width={width} height={height} alt={t('picture', { number: at + 1 })} />
              <button
                type="button"
                className={styles.remove}
                aria-label={t('pictures.remove', { number: at + 1 })}
                onClick={() => remove(id)}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
          {Array.from({ length: adding }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: places are all alike
            <li key={at} className={styles.chosen} role="status">
              <span className={styles.note}>{t('pictures.adding')}</span>
            </li>
          ))}
        </ul>
      )}
      <PictureInput ref={input} onFiles={(files) => void add(files)} />
      {count >= PICTURES_MOST ? null : (
        <div>
          <Button icon="picture" aria-describedby={hintId} onClick={() => input.current?.click()}>
            {t('pictures.add')}
          </Button>
        </div>
      )}
      <p id={hintId} className={styles.note}>
        {t('pictures.hint', { most: PICTURES_MOST, days: APPEAL_DAYS })}
      </p>
      <Fault error={error} />
    </div>
  )
}
