// The head of a letter: the way back, what it is about, and its state.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../ui/Icon.tsx'
import type { Elements } from '../ui/own-element.tsx'
import { linkTo } from './LetterLink.tsx'
import type { LetterPlaces } from './letter-place.ts'
import styles from './letters.module.css'

interface LetterHeadProps extends Pick<LetterPlaces, 'go'> {
  readonly title: string
  readonly children?: Elements
}

export function LetterHead({ title, go, children }: LetterHeadProps): ReactElement {
  const { t } = useTranslation('letters')
  return (
    <header className={styles.head}>
      <a {...linkTo({ kind: 'list' }, go)} className={styles.back}>
        <Icon name="chevron-left" size={16} />
        <span>{t('back')}</span>
      </a>
      <h2 className={styles.heading}>{title}</h2>
      {children}
    </header>
  )
}
