// A letter to a player, about them or about something of theirs.
import { getRouteApi, Link } from '@tanstack/react-router'
import type { FormEvent, ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { LETTER_TEXT_MOST } from '../../../game/letters/letters.ts'
import type { OpenReply } from '../../../protocol/office/letters.ts'
import { TextArea } from '../../parts/Field.tsx'
import { Id } from '../../parts/Plain.tsx'
import { Facts, Panel } from '../../parts/Room.tsx'
import { ActButton } from '../../session/ActButton.tsx'
import { api } from '../../session/api.ts'
import { CloseLink } from '../../session/CloseLink.tsx'
import { Fault } from '../../session/Fault.tsx'
import { useAct } from '../../session/use-act.ts'
import { aboutOf } from './search.ts'
import { useDraft } from './use-draft.ts'

const route = getRouteApi('/frame/letters')

export function ComposePanel(): ReactElement {
  const { t } = useTranslation('officeLetters')
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { to = '' } = search
  const about = aboutOf(search)
  const [text, setText] = useDraft(`open:${to}:${about.id}`)
  const { mutate, isPending, error } = useAct(
    'letters.open',
    (words: string) => api.post<OpenReply>('/letters', { player: Number(to), about, text: words }),
    [['letters'], ['players', to]],
  )
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (isPending) return
    mutate(text.trim(), {
      onSuccess: ({ letter }) => {
        setText('')
        void navigate({ search: (old) => ({ ...old, to: undefined, about: undefined, letter }), replace: true })
      },
    })
  }
  return (
    <Panel title={t('write-title')} close={<CloseLink to="/letters" drop="to" />}>
      <Facts
        facts={[
          [
            t('write-player'),
            <Link key="player" to="/players" search={{ player: to }}>
              {to}
            </Link>,
          ],
          [t('write-about'), t(`kinds.${about.kind}`)],
          ...(about.kind === 'player' ? [] : [[t('reference'), <Id key="id" id={about.id} />] as const]),
        ]}
      />
      <form onSubmit={submit} className="stack">
        <TextArea
          label={t('write-text')}
          hint={t('answer-hint')}
          required
          rows={6}
          maxLength={LETTER_TEXT_MOST}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Fault error={error} />
        <div>
          <ActButton verb="letters.open" type="submit" tone="signal" busy={isPending}>
            {t('write-send')}
          </ActButton>
        </div>
      </form>
    </Panel>
  )
}
