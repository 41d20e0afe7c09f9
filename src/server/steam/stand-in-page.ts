// The page of the sandbox's stand-in for Steam: six players to sign in as. One form, no script.
import type { Language } from '../../game/base/language.ts'
import { textFor } from '../../i18n/text.ts'
import { formDocument, type StandInForm } from '../stand-in/form-document.ts'
import { escapeMarkup } from '../stand-in/plain-document.ts'
import { STAND_IN_PLAYERS, type StandInPlayer } from './stand-in-players.ts'

const STYLE = `
.player { width: 100%; min-height: 80px; display: flex; align-items: center; gap: 16px; padding: 12px 16px 12px 12px; text-align: left; }
.player img { flex: none; width: 56px; height: 56px; border-radius: 12px; background: var(--hull-3); }
.player span { min-width: 0; flex: 1; }
.player b { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; font-weight: 600; }
.player small { display: block; font-size: 14px; color: var(--text-2); font-variant-numeric: tabular-nums; }
.player svg { flex: none; width: 20px; height: 20px; fill: none; stroke: var(--text-3); stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
.player:hover svg, .player:focus-visible svg { stroke: var(--signal); }
@media (max-width: 600px) { .player { min-height: 72px; } .player img { width: 48px; height: 48px; } }
`

function playerButton(language: Language, player: StandInPlayer): string {
  const text = textFor(language, 'sandbox')
  const level = player.level === null ? text('levelHidden') : text('level', { level: player.level })
  return `<li><button class="player" name="player" value="${player.steamid}"><img src="${player.avatar}" alt="" width="56" height="56">
<span><b>${escapeMarkup(player.name)}</b><small>${escapeMarkup(level)}</small></span>
<svg viewBox="0 0 24 24" aria-hidden="true"><path d="m9 6 6 6-6 6"/></svg></button></li>`
}

/** Returns the whole document; `form` is the target of the form. */
export function standInPage(language: Language, form: StandInForm): string {
  const text = textFor(language, 'sandbox')
  return formDocument(language, {
    title: text('title'),
    heading: text('heading'),
    intro: text('intro'),
    form,
    style: STYLE,
    choices: `<ul class="choices" role="list">
${STAND_IN_PLAYERS.map((player) => playerButton(language, player)).join('\n')}
</ul>`,
    cancel: { name: 'player', value: 'cancel', label: text('cancel') },
    note: text('note'),
  })
}
