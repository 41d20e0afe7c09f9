// One letter: all that was written, and the form to go on, or the one appeal against the decision.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate, formatDateTime } from '../../i18n/format.ts'
import type { LetterMessage, LetterThread } from '../../protocol/letters.ts'
import { toast } from '../../stores/kernel/toasts.ts'
import { $thread, loadThread, settleLetter, watchThread } from '../../stores/letters/letters.ts'
import { Button } from '../ui/controls/Button.tsx'
import { RowSkeletons } from '../ui/lists/RowSkeletons.tsx'
import { EmptyState } from '../ui/messages/EmptyState.tsx'
import { Composer } from './Composer.tsx'
import { LetterHead } from './LetterHead.tsx'
import { LetterLink } from './LetterLink.tsx'
import { type LetterPlaces, placeHref } from './letter-place.ts'
import { useLetterTitle } from './letter-title.ts'
import styles from './letters.module.css'
import { Pictures } from './Pictures.tsx'

function Message({ message: { author, kind, text, at, pictures } }: { message: LetterMessage }): ReactElement {
  const { t } = useTranslation('letters')
  return (
    <li className={styles.message} data-author={author}>
      <p className={styles.by}>
        <strong>{t(author === 'player' ? 'you' : 'shop')}</strong>
        {kind === 'message' ? null : <span className={styles.chip}>{t(`kind.${kind}`)}</span>}
        <time dateTime={new Date(at).toISOString()}>{formatDateTime(at)}</time>
      </p>
      <p className={styles.text}>{text}</p>
      <Pictures pictures={pictures} />
    </li>
  )
}

interface EndProps extends Pick<LetterPlaces, 'go'> {
  readonly letter: LetterThread
}

/** The end of a closed letter: the appeal while there is one, else a new letter. */
function ClosedEnd({ letter: { id, appeal_until, about }, go }: EndProps): ReactElement {
  const { t } = useTranslation('letters')
  const [isAppealing, setAppealing] = useState(false)
  if (appeal_until === null) {
    return (
      <div className={styles.closed}>
        <p>{t('closed')}</p>
        <LetterLink
          to={{ kind: 'new', about: { kind: about.kind, id: about.id }, appeal: false }}
          go={go}
          icon="letter"
        >
          {t('another')}
        </LetterLink>
      </div>
    )
  }
  return (
    <div className={styles.closed}>
      <div>
        <h3>{t('appeal.title')}</h3>
        <p>{t('appeal.until', { date: formatDate(appeal_until) })}</p>
      </div>
      {isAppealing ? (
        <Composer
          draft={`appeal:${id}`}
          target={{ kind: 'appeal', id }}
          onSent={() => setAppealing(false)}
          onCancel={() => setAppealing(false)}
        />
      ) : (
        <Button icon="users" onClick={() => setAppealing(true)}>
          {t('appeal.open')}
        </Button>
      )}
    </div>
  )
}

/** Says that the letter is settled, which closes it; asks first, because nobody opens it again. */
function Settle({ id }: { id: string }): ReactElement {
  const { t } = useTranslation('letters')
  const [isAsking, setAsking] = useState(false)
  const [isClosing, setClosing] = useState(false)
  const close = async (): Promise<void> => {
    if (isClosing) return
    setClosing(true)
    const outcome = await settleLetter(id)
    setClosing(false)
    if (outcome.kind === 'sent') toast('success', t('settle.done'))
    else toast('error', outcome.kind === 'refused' ? outcome.message : t('settle.failed'))
  }
  if (!isAsking) {
    return (
      <Button icon="check" className={styles.settle} onClick={() => setAsking(true)}>
        {t('settle.open')}
      </Button>
    )
  }
  return (
    <div className={styles.closed}>
      <p>{t('settle.text')}</p>
      <div className={styles.ways}>
        <Button icon="check" loading={isClosing} onClick={() => void close()}>
          {t('settle.do')}
        </Button>
        <Button onClick={() => setAsking(false)}>{t('settle.cancel')}</Button>
      </div>
    </div>
  )
}

function Thread({ letter, go }: EndProps): ReactElement {
  const { t } = useTranslation('letters')
  const title = useLetterTitle()(letter.about)
  const place = { kind: 'letter', id: letter.id } as const
  return (
    <section className={styles.thread} aria-label={title}>
      <LetterHead title={title} go={go}>
        <p className={styles.facts} data-state={letter.state}>
          <span className={styles.state} role="status">
            {t(`state.${letter.state}`)}
          </span>
          {letter.appealed ? <span className={styles.chip}>{t('appealed')}</span> : null}
        </p>
      </LetterHead>
      <ol className={styles.messages} aria-label={t('messages')}>
        {letter.messages.map((message) => (
          <Message key={message.id} message={message} />
        ))}
      </ol>
      {letter.state === 'closed' ? (
        <ClosedEnd letter={letter} go={go} />
      ) : (
        <>
          <Composer draft={placeHref(place)} target={{ kind: 'answer', id: letter.id }} onSent={() => undefined} />
          <Settle key={letter.id} id={letter.id} />
        </>
      )}
    </section>
  )
}

export function LetterThreadView({ id, go }: { id: string } & Pick<LetterPlaces, 'go'>): ReactElement {
  const { t } = useTranslation('letters')
  const thread = useStore($thread)
  useEffect(() => watchThread(id), [id])
  switch (thread.status) {
    case 'loading':
      return <RowSkeletons label={t('loading')} count={3} height={120} />
    case 'failed':
      return <EmptyState icon="alert" text={t('failed')} onRetry={() => void loadThread(id)} />
    case 'unknown':
      return (
        <EmptyState icon="letter" title={t('unknown.title')} text={t('unknown.text')}>
          <LetterLink to={{ kind: 'list' }} go={go}>
            {t('back')}
          </LetterLink>
        </EmptyState>
      )
    case 'ready':
      return <Thread letter={thread.letter} go={go} />
  }
}
