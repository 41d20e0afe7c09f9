// One letter: who wrote what, the answer, the decision that closes it.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OfficeMessage, OfficeThread } from '../../../protocol/office/letters.ts'
import { Chip } from '../../parts/Chip.tsx'
import { Dialog, DialogActions } from '../../parts/Dialog.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { Id } from '../../parts/Plain.tsx'
import { Facts, Panel } from '../../parts/Room.tsx'
import { api } from '../../session/api.ts'
import { CloseLink } from '../../session/CloseLink.tsx'
import { Fault } from '../../session/Fault.tsx'
import { POLL_MS } from '../../session/session.ts'
import { WithdrawalLink } from '../../session/WithdrawalLink.tsx'
import { AnswerForm } from './AnswerForm.tsx'
import styles from './letters.module.css'
import { pictureHref } from './picture-href.ts'

function Pictures({ pictures }: Pick<OfficeMessage, 'pictures'>): ReactElement | null {
  const { t } = useTranslation('officeLetters')
  const [open, setOpen] = useState<number | null>(null)
  if (pictures.length === 0) return null
  const large = open === null ? undefined : pictures[open]
  const label = t('picture', { number: (open ?? 0) + 1 })
  return (
    <>
      <ul className={styles.pictures}>
        {pictures.map(({ id, width, height }, at) => (
          <li key={id}>
            <button
              type="button"
              className={styles.thumb}
              aria-haspopup="dialog"
              aria-label={t('open-picture', { number: at + 1 })}
              onClick={() => setOpen(at)}
            >
              <img src={pictureHref(id)} width={width} height={height} alt="" loading="lazy" />
            </button>
          </li>
        ))}
      </ul>
      <Dialog open={large !== undefined} onClose={() => setOpen(null)} title={label}>
        {large === undefined ? (
          <span />
        ) : (
          <img
            src={pictureHref(large.id)}
            width={large.width}
            height={large.height}
            alt={label}
            className={styles.large}
          />
        )}
      </Dialog>
    </>
  )
}

function Message({ message, player }: { message: OfficeMessage; player: string }): ReactElement {
  const { t } = useTranslation('officeLetters')
  const { author, staff, kind, text, at, pictures } = message
  return (
    <li className={styles.message} data-author={author}>
      <p className={styles.by}>
        <strong>{author === 'player' ? player : (staff ?? t('nobody'))}</strong>{' '}
        {kind === 'message' ? null : <Chip tone="warn">{t(`message.${kind}`)}</Chip>} <Moment at={at} />
      </p>
      <p className={styles.text}>{text}</p>
      <Pictures pictures={pictures} />
    </li>
  )
}

const TONES = { waiting: 'warn', answered: 'good', closed: 'calm' } as const

function Thread({ letter }: { letter: OfficeThread }): ReactElement {
  const { t } = useTranslation('officeLetters')
  const { player, about, state, openedBy, openedAt, isAppeal, messages } = letter
  return (
    <>
      <Facts
        facts={[
          [
            t('state-name'),
            <span key="state">
              <Chip tone={TONES[state]}>{t(`is.${state}`)}</Chip>{' '}
              {isAppeal ? <Chip tone="warn">{t('appeal')}</Chip> : null}
            </span>,
          ],
          [
            t(`since.${state}`),
            <span key="since">
              <Moment at={letter.since} /> {letter.isSettled ? <span>{t('settled')}</span> : null}
            </span>,
          ],
          [
            t('player'),
            <Link key="player" to="/players" search={{ player: String(player.id) }}>
              {player.username}
            </Link>,
          ],
          ...(about.kind === 'player'
            ? []
            : [
                [
                  t(`kinds.${about.kind}`),
                  <span key="about">
                    {about.kind === 'withdrawal' ? (
                      <WithdrawalLink id={about.id} />
                    ) : (
                      <Link to="/payments" search={{ order: about.id }}>
                        <Id id={about.id} />
                      </Link>
                    )}
                  </span>,
                ] as const,
              ]),
          [
            t('opened'),
            <span key="opened">
              <Moment at={openedAt} /> <span>{t(`opened-by.${openedBy}`)}</span>
            </span>,
          ],
        ]}
      />
      {isAppeal ? <p className={styles.note}>{t(letter.hasDecided ? 'decided' : 'appeal-text')}</p> : null}
      <ol className={styles.messages} aria-label={t('messages')}>
        {messages.map((message) => (
          <Message key={message.id} message={message} player={player.username} />
        ))}
      </ol>
      <AnswerForm letter={letter} />
      <DialogActions>
        <Link to="/audit" search={{ subject: `letter:${letter.id}` }}>
          {t('about-it')}
        </Link>
      </DialogActions>
    </>
  )
}

export function LetterPanel({ id }: { id: string }): ReactElement {
  const { t } = useTranslation('officeLetters')
  const { data, error } = useQuery({
    queryKey: ['letters', 'thread', id],
    queryFn: () => api.get<OfficeThread>(`/letters/${id}`),
    refetchInterval: POLL_MS,
  })
  return (
    <Panel
      title={data === undefined ? t('the-letter') : t('letter', { name: data.player.username })}
      close={<CloseLink to="/letters" drop="letter" />}
    >
      <Fault error={error} />
      {data === undefined ? null : <Thread letter={data} />}
    </Panel>
  )
}
