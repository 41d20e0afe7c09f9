// The list of the player's letters, those opened last first.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../i18n/format.ts'
import type { Letter } from '../../protocol/letters.ts'
import { $letters, loadLetters, loadMoreLetters, watchLetters } from '../../stores/letters/letters.ts'
import { Icon } from '../ui/Icon.tsx'
import { PagedList } from '../ui/lists/PagedList.tsx'
import { Pager } from '../ui/lists/Pager.tsx'
import { RowSkeletons } from '../ui/lists/RowSkeletons.tsx'
import { EmptyState } from '../ui/messages/EmptyState.tsx'
import { LetterLink, linkTo } from './LetterLink.tsx'
import type { LetterPlace, LetterPlaces } from './letter-place.ts'
import { useLetterTitle } from './letter-title.ts'
import styles from './letters.module.css'

/** A new letter about nothing in particular. */
const NEW: LetterPlace = { kind: 'new', about: { kind: 'player', id: null }, appeal: false }

const ICONS = { player: 'letter', withdrawal: 'steam', order: 'deposit' } as const

function LetterRow({ letter, go }: { letter: Letter; go: LetterPlaces['go'] }): ReactElement {
  const { t } = useTranslation('letters')
  const titleOf = useLetterTitle()
  const { id, about, state, since, appealed, last } = letter
  return (
    <li className={styles.row} data-state={state}>
      <span className={styles.mark}>
        <Icon name={ICONS[about.kind]} size={20} />
      </span>
      <div className={styles.words}>
        <h3 className={styles.title}>
          <a {...linkTo({ kind: 'letter', id }, go)} className={styles.cover}>
            {titleOf(about)}
          </a>
        </h3>
        <p className={styles.excerpt}>
          <span className={styles.author}>{t(last.author === 'player' ? 'you' : 'shop')}:</span>{' '}
          <span>{last.text}</span>
        </p>
      </div>
      <p className={styles.side}>
        <span className={styles.state}>{t(`state.${state}`)}</span>
        {appealed ? <span className={styles.chip}>{t('appealed')}</span> : null}
        <time dateTime={new Date(since).toISOString()}>{formatDateTime(since)}</time>
      </p>
    </li>
  )
}

export function LetterList({ go }: Pick<LetterPlaces, 'go'>): ReactElement {
  const { t } = useTranslation('letters')
  const list = useStore($letters)
  useEffect(watchLetters, [])
  return (
    <PagedList
      list={list}
      skeletons={<RowSkeletons label={t('loading')} count={3} height={88} />}
      failed={{ text: t('failed') }}
      empty={
        <EmptyState icon="letter" title={t('none.title')} text={t('none.text')}>
          <LetterLink to={NEW} go={go} tone="signal" icon="letter">
            {t('new')}
          </LetterLink>
        </EmptyState>
      }
      onLoad={() => void loadLetters()}
    >
      {(letters) => (
        <>
          <div className={styles.top}>
            <p className={styles.lead}>{t('lead')}</p>
            <LetterLink to={NEW} go={go} tone="signal" icon="letter">
              {t('new')}
            </LetterLink>
          </div>
          <ul className={styles.list} aria-label={t('list')}>
            {letters.map((letter) => (
              <LetterRow key={letter.id} letter={letter} go={go} />
            ))}
          </ul>
          <Pager list={list} label={t('older')} onMore={() => void loadMoreLetters()} />
        </>
      )}
    </PagedList>
  )
}
