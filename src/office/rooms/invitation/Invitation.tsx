// The page of an invitation link. The visitor creates a passkey and is signed in.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type FormEvent, type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { InvitationOptionsReply, SessionReply } from '../../../protocol/office/session.ts'
import { Button } from '../../parts/Button.tsx'
import { Entrance, Lead, Remark } from '../../parts/Entrance.tsx'
import { TextField } from '../../parts/Field.tsx'
import { api } from '../../session/api.ts'
import { Fault } from '../../session/Fault.tsx'
import { readChoice } from '../../session/language.ts'
import { makePasskey } from '../../session/passkeys.ts'
import { storeLanguage } from '../../session/save-language.ts'
import { takeSession } from '../../session/session.ts'

const route = getRouteApi('/invitation/$token')

/** The most letters of a label and of a name (protocol/office/session.ts). */
const MOST_LETTERS = 60

interface Accepted {
  readonly name: string
  readonly label: string
}

/** Makes the passkey of an invitation: for options of this moment, because a challenge is over after minutes. */
async function accept(token: string, { name, label }: Accepted): Promise<SessionReply> {
  const options = await api.post<InvitationOptionsReply>(`/invitation/${token}/options`)
  return api.post<SessionReply>(`/invitation/${token}`, { ...(await makePasskey(options)), name, label })
}

function AcceptForm({ token, invitation }: { token: string; invitation: InvitationOptionsReply }): ReactElement {
  const { t } = useTranslation(['officePasskeys', 'office'])
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [name, setName] = useState(invitation.name)
  const [label, setLabel] = useState('')
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (accepted: Accepted) => {
      const session = await accept(token, accepted)
      const language = readChoice()
      if (language === undefined) return session
      // What was chosen while the invitation was read is the language of the account.
      await storeLanguage(language)
      return session.staff === null ? session : { ...session, staff: { ...session.staff, language } }
    },
    onSuccess: (session) => {
      takeSession(queries, session)
      return navigate({ to: '/' })
    },
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!isPending) mutate({ name: name.trim(), label: label.trim() })
  }
  return (
    <form className="stack" onSubmit={submit}>
      <Lead>{t('invitation.role', { role: t(`office:roles.${invitation.role}`) })}</Lead>
      <TextField
        label={t('invitation.name')}
        required
        minLength={2}
        maxLength={MOST_LETTERS}
        autoComplete="name"
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <TextField
        label={t('name')}
        hint={t('name-hint')}
        required
        maxLength={MOST_LETTERS}
        value={label}
        onChange={({ target }) => setLabel(target.value)}
      />
      <Fault error={error} />
      <Button type="submit" tone="signal" icon="shield" busy={isPending}>
        {t('invitation.accept')}
      </Button>
      <Remark>{t('invitation.passkey')}</Remark>
    </form>
  )
}

export function Invitation(): ReactElement {
  const { t } = useTranslation(['officePasskeys', 'office'])
  const { token } = route.useParams()
  const { data, error } = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => api.post<InvitationOptionsReply>(`/invitation/${token}/options`),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  return (
    <Entrance heading={t('invitation.title')} title={t('invitation.title')}>
      <Fault error={error} />
      {data === undefined ? null : <AcceptForm token={token} invitation={data} />}
    </Entrance>
  )
}
