// The messages of the site: answers, refusals and notices, which a shop may word itself, language by language.
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LANGUAGES, type Language } from '../../../game/base/language.ts'
import { LANGUAGE_NAMES, parseLanguage } from '../../../i18n/language.ts'
import type { MessagesReply, SiteMessage } from '../../../protocol/office/drafts.ts'
import { Button } from '../../parts/Button.tsx'
import { Chip } from '../../parts/Chip.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { TextArea, TextField } from '../../parts/Field.tsx'
import { Panel, Split } from '../../parts/Room.tsx'
import { type Column, Table } from '../../parts/Table.tsx'
import { api } from '../../session/api.ts'
import { CloseLink } from '../../session/CloseLink.tsx'
import { DraftBar } from '../../session/draft/DraftBar.tsx'
import { OtherDrafts } from '../../session/draft/OtherDrafts.tsx'
import { type DraftWork, useDraft } from '../../session/draft/use-draft.ts'
import { Fault } from '../../session/Fault.tsx'
import { type OwnMessages, readMessages, variablesOf, withMessage, writeMessages } from './messages.ts'
import styles from './words.module.css'

const FILE = 'replies.json'

/** As many as one reads: the others are matching by their words. */
const SHOWN = 60

interface EditedProps {
  work: DraftWork
  messages: readonly SiteMessage[]
  /** The key of the selected message. */
  selected: string | undefined
}

function MessagePanel({
  work,
  own,
  message,
}: {
  work: DraftWork
  own: OwnMessages
  message: SiteMessage
}): ReactElement {
  const { t } = useTranslation('officeWords')
  const { key, texts } = message
  const isLocked = work.lock !== undefined
  const change = (language: Language, text: string): void =>
    work.setFile(FILE, writeMessages(withMessage(own, key, language, text)))
  const variables = variablesOf(texts.en)
  return (
    <Panel title={key} close={<CloseLink to="/words" drop="message" />}>
      <div className="stack">
        {variables.length === 0 ? null : (
          <p className={styles.help}>{t('messages.variables', { names: variables.join(', ') })}</p>
        )}
        {LANGUAGES.map((language) => (
          <div key={language} className="stack">
            <TextArea
              label={LANGUAGE_NAMES[language]}
              hint={t('messages.own-text', { text: texts[language] })}
              lang={language}
              rows={3}
              maxLength={300}
              readOnly={isLocked}
              placeholder={texts[language]}
              value={own[key]?.[language] ?? ''}
              onChange={({ target }) => change(language, target.value)}
            />
            <div>
              <Button
                disabledReason={isLocked ? t('locked') : undefined}
                onClick={() => change(language, own[key]?.[language] === undefined ? texts[language] : '')}
              >
                {t(own[key]?.[language] === undefined ? 'messages.begin' : 'messages.back')}
              </Button>
            </div>
          </div>
        ))}
      </div>
    </Panel>
  )
}

function useColumns(own: OwnMessages): readonly Column<SiteMessage>[] {
  const { t, i18n } = useTranslation('officeWords')
  const language = parseLanguage(i18n.language) ?? 'en'
  return [
    {
      id: 'text',
      header: t('messages.text'),
      cell: ({ row: { original } }) => (
        <Link
          from="/words"
          to="/words"
          search={(search) => ({ ...search, message: original.key })}
          resetScroll={false}
          className={styles.message}
        >
          {own[original.key]?.[language] ?? original.texts[language]}
        </Link>
      ),
    },
    {
      id: 'whose',
      header: t('whose'),
      cell: ({ row: { original } }) => (
        <Chip tone={own[original.key] === undefined ? 'calm' : 'good'}>
          {t(own[original.key] === undefined ? 'release' : 'own')}
        </Chip>
      ),
    },
  ]
}

function Edited({ work, messages, selected }: EditedProps): ReactElement {
  const { t } = useTranslation('officeWords')
  const navigate = useNavigate({ from: '/words' })
  const [wanted, setWanted] = useState('')
  const own = readMessages(work.texts[FILE])
  const columns = useColumns(own)
  const words = wanted.trim().toLowerCase()
  const matches = ({ key, texts }: SiteMessage): boolean =>
    words === '' ||
    [key, ...Object.values(texts), ...Object.values(own[key] ?? {})].some((text) => text.toLowerCase().includes(words))
  const matching = messages
    .filter(matches)
    .toSorted((one, other) => Number(own[one.key] === undefined) - Number(own[other.key] === undefined))
  const message = messages.find(({ key }) => key === selected)
  return (
    <div className="stack">
      <DraftBar
        work={work}
        close={<CloseLink to="/words" drop="draft" />}
        onDropped={() => void navigate({ search: { tab: 'messages' } })}
      />
      <TextField
        type="search"
        label={t('messages.find')}
        value={wanted}
        onChange={({ target }) => setWanted(target.value)}
      />
      <Split
        wide
        panel={
          message === undefined ? null : <MessagePanel key={message.key} work={work} own={own} message={message} />
        }
      >
        {matching.length === 0 ? (
          <EmptyState title={t('messages.none')} />
        ) : (
          <Table
            label={t('messages.title')}
            columns={columns}
            rows={matching.slice(0, SHOWN)}
            keyOf={({ key }) => key}
            selected={selected}
          />
        )}
        {matching.length > SHOWN ? (
          <p className={styles.help}>{t('messages.more', { count: matching.length - SHOWN })}</p>
        ) : null}
      </Split>
    </div>
  )
}

export function MessagesEditor({
  draft,
  selected,
}: {
  draft: string | undefined
  selected: string | undefined
}): ReactElement {
  const { t } = useTranslation('officeWords')
  const navigate = useNavigate({ from: '/words' })
  const { data, error: unread } = useQuery({
    queryKey: ['messages'],
    queryFn: () => api.get<MessagesReply>('/words/messages'),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { work, error } = useDraft({
    id: draft === undefined ? undefined : Number(draft),
    begins: FILE,
    firstTitle: t('messages.first-title'),
    onBegin: (id) => void navigate({ search: (search) => ({ ...search, draft: String(id) }), replace: true }),
  })
  return (
    <div className="stack">
      <p className="lead">{t('messages.lead')}</p>
      <OtherDrafts
        file={FILE}
        except={work?.id ?? null}
        linkTo={({ id, title }) => (
          <Link from="/words" to="/words" search={{ tab: 'messages', draft: String(id) }}>
            {title}
          </Link>
        )}
      />
      <Fault error={unread ?? error} />
      {work === null || data === undefined ? null : <Edited work={work} messages={data.messages} selected={selected} />}
    </div>
  )
}
