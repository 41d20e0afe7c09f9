// What is done about a player: a conversation noted, signals marked as looked at, an exclusion by the shop.
import { type FormEvent, type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import { CONVERSATION_OUTCOMES, type ConversationOutcome } from '../../../game/office/safer-play.ts'
import type { ActReply } from '../../../protocol/office/common.ts'
import type {
  ConversationBody,
  LookBody,
  SaferPlayerReply,
  ShopExcludeBody,
} from '../../../protocol/office/safer-play.ts'
import { Button } from '../../parts/Button.tsx'
import { DialogActions } from '../../parts/Dialog.tsx'
import { SelectField, TextArea, TextField } from '../../parts/Field.tsx'
import { api } from '../../session/api.ts'
import { Fault } from '../../session/Fault.tsx'
import type { Done } from '../../session/outcome.tsx'
import { ReasonForm } from '../../session/ReasonForm.tsx'
import { dayStartMs } from '../../session/search.ts'
import { useAct } from '../../session/use-act.ts'

export interface FormProps {
  readonly page: SaferPlayerReply
  readonly onClose: () => void
}

const NOTE = { least: 3, most: 2000 } as const

const DONE = {
  conversations: 'saferPlay.note',
  look: 'saferPlay.look',
  exclude: 'saferPlay.exclude',
} as const satisfies Readonly<Record<string, Done>>

function usePlayerAct<Body>(id: number, path: keyof typeof DONE) {
  return useAct(DONE[path], (body: Body) => api.post<ActReply>(`/safer-play/players/${id}/${path}`, body as object), [
    ['safer-play'],
    ['players', String(id)],
  ])
}

export function ConversationForm({ page, onClose }: FormProps): ReactElement {
  const { t } = useTranslation(['officeSaferPlay', 'office'])
  const [text, setText] = useState('')
  const [outcome, setOutcome] = useState<ConversationOutcome>('talked')
  const { mutate, isPending, error } = usePlayerAct<ConversationBody>(page.player.id, 'conversations')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!isPending) mutate({ text: text.trim(), outcome }, { onSuccess: onClose })
  }
  return (
    <form onSubmit={submit} className="stack">
      <TextArea
        label={t('note.text')}
        hint={t('note.hint')}
        required
        rows={5}
        minLength={NOTE.least}
        maxLength={NOTE.most}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <SelectField
        label={t('note.outcome')}
        value={outcome}
        onChange={({ target }) => setOutcome(target.value as ConversationOutcome)}
      >
        {CONVERSATION_OUTCOMES.map((name) => (
          <option key={name} value={name}>
            {t(`outcomes.${name}`)}
          </option>
        ))}
      </SelectField>
      <Fault error={error} />
      <DialogActions>
        <Button type="submit" tone="signal" busy={isPending}>
          {t('note.act')}
        </Button>
        <Button onClick={onClose}>{t('office:cancel')}</Button>
      </DialogActions>
    </form>
  )
}

export function LookForm({ page, onClose }: FormProps): ReactElement {
  const { t } = useTranslation(['officeSaferPlay', 'office'])
  const [day, setDay] = useState('')
  const { mutate, isPending, error } = usePlayerAct<LookBody>(page.player.id, 'look')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const body = { signals: page.signals.map(({ id }) => id), nextLook: day === '' ? null : dayStartMs(day) }
    if (!isPending) mutate(body, { onSuccess: onClose })
  }
  return (
    <form onSubmit={submit} className="stack">
      <p>{t('look.text')}</p>
      <TextField
        type="date"
        label={t('look.next')}
        hint={t('look.hint')}
        value={day}
        onChange={({ target }) => setDay(target.value)}
      />
      <Fault error={error} />
      <DialogActions>
        <Button type="submit" tone="signal" busy={isPending}>
          {t('look.act')}
        </Button>
        <Button onClick={onClose}>{t('office:cancel')}</Button>
      </DialogActions>
    </form>
  )
}

/** How long the shop can exclude a player (protocol/limits.ts). */
const SPANS = [1, 7, 30, 182, 365, 'forever'] as const

export function ExcludeForm({ page, onClose }: FormProps): ReactElement {
  const { t, i18n } = useTranslation('officeSaferPlay')
  const [days, setDays] = useState<(typeof SPANS)[number]>(30)
  const [words, setWords] = useState(page.words[0]?.id ?? '')
  const { mutate, isPending, error } = usePlayerAct<ShopExcludeBody>(page.player.id, 'exclude')
  const text = page.words.find(({ id }) => id === words)?.text[i18n.language as Language]
  return (
    <ReasonForm
      action={t('exclude.act')}
      tone="danger"
      isPending={isPending}
      error={error}
      onAct={(reason) => mutate({ days, words, reason }, { onSuccess: onClose })}
      onCancel={onClose}
    >
      <p>{t('exclude.text')}</p>
      <SelectField
        label={t('exclude.span')}
        value={days}
        onChange={({ target }) => setDays(SPANS.find((span) => String(span) === target.value) ?? days)}
      >
        {SPANS.map((span) => (
          <option key={span} value={span}>
            {t(`exclude.spans.${span}`)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t('exclude.words')}
        hint={t('exclude.words-hint')}
        value={words}
        onChange={({ target }) => setWords(target.value)}
      >
        {page.words.map(({ id, text: ready }) => (
          <option key={id} value={id}>
            {ready[i18n.language as Language]}
          </option>
        ))}
      </SelectField>
      <p>{text ?? ''}</p>
    </ReasonForm>
  )
}
