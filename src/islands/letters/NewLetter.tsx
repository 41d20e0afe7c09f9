// A new letter. Where one about the same thing is open, that one takes its place.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { $letters, $openLetters, watchLetters } from '../../stores/letters/letters.ts'
import { RowSkeletons } from '../ui/lists/RowSkeletons.tsx'
import { Composer } from './Composer.tsx'
import { LetterHead } from './LetterHead.tsx'
import { type LetterPlace, type LetterPlaces, placeHref } from './letter-place.ts'
import styles from './letters.module.css'

interface NewLetterProps extends Pick<LetterPlaces, 'go'> {
  readonly place: Extract<LetterPlace, { kind: 'new' }>
}

export function NewLetter({ place, go }: NewLetterProps): ReactElement {
  const { t } = useTranslation('letters')
  const { about, appeal } = place
  const { status, entries } = useStore($letters)
  const existing = useStore($openLetters).get(about.id)
  const openId = appeal && existing?.appealed === false ? undefined : existing?.id
  useEffect(watchLetters, [])
  useEffect(() => {
    if (openId !== undefined) go({ kind: 'letter', id: openId }, 'replace')
  }, [openId, go])
  const isUnknown = about.id !== null && status === 'loading' && entries.length === 0
  return (
    <section className={styles.thread} aria-label={t(appeal ? 'compose.appeal' : `compose.${about.kind}`)}>
      <LetterHead title={t(appeal ? 'compose.appeal' : `compose.${about.kind}`)} go={go} />
      {appeal ? <p className={styles.note}>{t('appeal.once')}</p> : null}
      {isUnknown || openId !== undefined ? (
        <RowSkeletons label={t('loading')} count={1} height={240} />
      ) : (
        <Composer
          draft={placeHref(place)}
          target={{ kind: 'new', about, appeal }}
          onSent={({ id }) => go({ kind: 'letter', id }, 'replace')}
        />
      )}
    </section>
  )
}
