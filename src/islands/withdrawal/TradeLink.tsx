// The player's trade URL, to which items are sent. The server checks that it is theirs; the help says where Steam shows it.
import { useStore } from '@nanostores/react'
import { type FormEvent, type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTradeLink, partnerOf, TRADE_LINK_TEXT_MAX } from '../../game/withdrawal/trade-link.ts'
import { saveTradeLink, type TradeLinkOutcome } from '../../stores/account/account.ts'
import { $settings } from '../../stores/account/settings.ts'
import { toast } from '../../stores/kernel/toasts.ts'
import { $user } from '../../stores/kernel/user.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Field } from '../ui/controls/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Marked } from '../ui/messages/Marked.tsx'
import styles from './trade-link.module.css'

const STEAM_PAGE = 'https://steamcommunity.com/my/tradeoffers/privacy'

/** Any token will do: the sandbox's Steam sends no offers. */
const SANDBOX_TOKEN = 'sandbox1'

const STEPS = ['open', 'copy', 'paste'] as const

export function TradeLink(): ReactElement {
  const { t } = useTranslation('dashboard')
  const state = useStore($user)
  const saved = state.status === 'authorised' ? (state.user.tradeLink ?? '') : ''
  // Null until something is typed: the field shows the saved URL until then.
  const [typed, setTyped] = useState<string | null>(null)
  const [saving, setSaving] = useState<'save' | 'remove' | null>(null)
  const [error, setError] = useState<string | undefined>(undefined)
  const text = typed ?? saved
  const isChanged = text.trim() !== saved
  const sandboxLink = useSandboxLink()
  const fill = (link: string): void => {
    setTyped(link)
    setError(undefined)
  }

  const showOutcome = (outcome: TradeLinkOutcome): void => {
    setSaving(null)
    if (outcome.kind === 'saved') {
      setTyped(null)
      setError(undefined)
      toast('success', outcome.message)
    } else setError(outcome.kind === 'refused' ? outcome.message : t('failed'))
  }
  const save = (event: FormEvent): void => {
    event.preventDefault()
    if (saving !== null || !isChanged) return
    setSaving('save')
    void saveTradeLink(text).then(showOutcome)
  }
  const remove = (): void => {
    setSaving('remove')
    void saveTradeLink('').then(showOutcome)
  }

  return (
    <form className={styles.trade} onSubmit={save}>
      <Field
        label={t('trade.label')}
        placeholder="https://steamcommunity.com/tradeoffer/new/?partner=…"
        value={text}
        maxLength={TRADE_LINK_TEXT_MAX}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        error={error}
        readOnly={saving !== null}
        onChange={(event) => fill(event.currentTarget.value)}
      />
      <div className={styles.row}>
        {saved === '' || isChanged ? null : (
          <span className={styles.good}>
            <Icon name="check" size={18} />
            {t('trade.saved')}
          </span>
        )}
        {isChanged ? (
          <Button type="submit" tone="signal" loading={saving === 'save'}>
            {t('trade.save')}
          </Button>
        ) : null}
        {saved === '' ? null : (
          <Button tone="ghost" icon="trash" loading={saving === 'remove'} onClick={remove}>
            {t('trade.remove')}
          </Button>
        )}
      </div>
      {sandboxLink === null || text.trim() === sandboxLink ? null : (
        <div className={styles.sandbox}>
          <p>{t('trade.sandboxText')}</p>
          <Button icon="link" onClick={() => fill(sandboxLink)}>
            {t('trade.sandbox')}
          </Button>
        </div>
      )}
      <Help />
    </form>
  )
}

/** Returns a trade URL of the player's invented Steam account; null in live mode, where Steam alone knows it. */
function useSandboxLink(): string | null {
  const state = useStore($user)
  const settings = useStore($settings)
  if (settings?.mode !== 'sandbox' || state.status !== 'authorised') return null
  return formatTradeLink({ partner: partnerOf(state.user.steamid), token: SANDBOX_TOKEN })
}

function Help(): ReactElement {
  const { t } = useTranslation('dashboard')
  const marks = {
    link: (words: string) => (
      <a href={STEAM_PAGE} target="_blank" rel="noopener noreferrer">
        {words}
      </a>
    ),
  }
  return (
    <details className={styles.help}>
      <summary>
        <Icon name="chevron-down" size={18} className={styles.chevron} />
        {t('trade.where')}
      </summary>
      <ol>
        {STEPS.map((step) => (
          <li key={step}>
            <Marked text={t(`trade.steps.${step}`)} marks={marks} />
          </li>
        ))}
      </ol>
    </details>
  )
}
