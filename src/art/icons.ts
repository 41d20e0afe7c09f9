// Line icons in one sprite: 24 × 24, 1.75 thick, in the colour of the text.

/** The elements of each icon; filled ones set `fill` themselves. */
export const ICONS: Readonly<Record<string, string>> = {
  cases:
    '<path d="M3.5 9.5h17v9a1.5 1.5 0 0 1-1.5 1.5H5a1.5 1.5 0 0 1-1.5-1.5zM3.5 9.5 6 4.5h12l2.5 5M10 9.5v3.5h4V9.5"/>',
  upgrade: '<path d="M12 20.5V9M7 13.5 12 8.5l5 5M6 4h12"/>',
  contracts:
    '<path d="M6 3.5h8.5L18.5 7.5V20.5H6zM14 3.5V8h4.5M9 12h6.5M9 15h3"/><path d="M13.5 18.5c1-1.5 2-1.5 2.5 0"/>',
  wheel:
    '<circle cx="12" cy="12.5" r="8.5"/><circle cx="12" cy="12.5" r="2"/><path d="M12 10.5V4M13.9 13.1l6.2 2M13.2 14.1l3.8 5.3M10.8 14.1 7 19.4M10.1 13.1l-6.2 2M10.5 1.8h3L12 4.5z"/>',
  battles:
    '<path d="M3.5 3.5h2.6l9 9-2.6 2.6-9-9zM13 17.2l4.2-4.2M15 15l5 5M20.5 3.5h-2.6l-4.4 4.4M20.5 3.5v2.6l-4.4 4.4M11 17.2 6.8 13M9 15l-5 5"/>',
  deposit: '<path d="M4 7.5V18a2 2 0 0 0 2 2h13.5V9.5H6a2 2 0 0 1-2-2 2 2 0 0 1 2-2h11v4M15.8 14.7h.1"/>',
  bonuses:
    '<path d="M4 9h16v3.5H4zM5.5 12.5V20h13v-7.5M12 9v11M12 9C9 9 7 8 7 6.2 7 4 10 3.5 12 9c2-5.5 5-5 5-2.8C17 8 15 9 12 9z"/>',
  missions: '<path d="M6 21V4M6 4.5c4-2 7 2 12 0v9c-5 2-8-2-12 0"/>',
  calendar:
    '<rect x="3.5" y="5" width="17" height="15.5" rx="2"/><path d="M3.5 10h17M8 2.8V7M16 2.8V7M8 14h.1M12 14h.1M16 14h.1M8 17.2h.1M12 17.2h.1"/>',
  cooperation:
    '<path d="m11 17 2 2a1.4 1.4 0 0 0 2-2M13 15l2.5 2.5a1.4 1.4 0 0 0 2-2L14 12l-2.5 2a1.6 1.6 0 0 1-2.2-2.3L12.5 8l5 1 3-2.5M3.5 6.5 6.5 9l4-1.5M6 14l-2.5 2M6 14l5 5a1.4 1.4 0 0 0 2-2M3.5 6.5v9.5M20.5 6.5v8.5l-3 .5"/>',
  referral:
    '<circle cx="12" cy="5.5" r="2.5"/><circle cx="5.5" cy="17.5" r="2.5"/><circle cx="18.5" cy="17.5" r="2.5"/><path d="m10.8 7.7-4.1 7.6M13.2 7.7l4.1 7.6M8 17.5h8"/>',
  faq: '<circle cx="12" cy="12" r="9"/><path d="M9.5 9.5a2.5 2.5 0 1 1 3.7 2.2c-.8.5-1.2 1-1.2 1.8M12 16.8h.1"/>',
  'free-case':
    '<path d="M3.5 11h17v7.5A1.5 1.5 0 0 1 19 20H5a1.5 1.5 0 0 1-1.5-1.5zM3.5 11 6 7h3M20.5 11 18 7h-3M12 2.5l.9 2.2 2.3.2-1.8 1.5.6 2.3L12 7.5 10 8.7l.6-2.3-1.8-1.5 2.3-.2zM9.5 15h5"/>',
  raffle: '<path d="M3.5 6h17v4a2 2 0 0 0 0 4v4h-17v-4a2 2 0 0 0 0-4zM14.5 6v2M14.5 11v2M14.5 16v2"/>',
  leaderboard:
    '<path d="M8 4h8v5.5a4 4 0 0 1-8 0zM8 5.5H4.5c0 3 1.2 4.7 3.7 5M16 5.5h3.5c0 3-1.2 4.7-3.7 5M12 13.5v3M8.5 20.5h7M9.5 20.5c0-2.5.8-4 2.5-4s2.5 1.5 2.5 4"/>',
  menu: '<path d="M4 7h16M4 12h16M4 17h16"/>',
  close: '<path d="m6 6 12 12M18 6 6 18"/>',
  bell: '<path d="M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 2h-15zM10 21h4"/>',
  logout: '<path d="M14 4H6a1.5 1.5 0 0 0-1.5 1.5v13A1.5 1.5 0 0 0 6 20h8M10 12h10.5M17 8.5l3.5 3.5-3.5 3.5"/>',
  settings: '<path d="M4 7h9M17 7h3M4 17h3M11 17h9"/><circle cx="15" cy="7" r="2"/><circle cx="9" cy="17" r="2"/>',
  'sound-on': '<path d="M4 9.5h3.5L12 5.5v13l-4.5-4H4zM15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11"/>',
  'sound-off': '<path d="M4 9.5h3.5L12 5.5v13l-4.5-4H4zM16 9.5l5 5M21 9.5l-5 5"/>',
  quick: '<path d="M13 2.8 5 13.5h6L10 21.2l9-11.7h-6.5z"/>',
  motion: '<circle cx="15.5" cy="12" r="5.5"/><path d="M3 8h5.5M2.5 12H7M3 16h5.5"/>',
  vibration: '<rect x="8" y="4" width="8" height="16" rx="1.8"/><path d="M5 8.5v7M19 8.5v7M2.2 10.5v3M21.8 10.5v3"/>',
  'chevron-down': '<path d="m6 9.5 6 6 6-6"/>',
  'chevron-left': '<path d="m14.5 6-6 6 6 6"/>',
  'chevron-right': '<path d="m9.5 6 6 6-6 6"/>',
  search: '<circle cx="10.8" cy="10.8" r="6.3"/><path d="m15.5 15.5 5 5"/>',
  check: '<path d="m5 12.5 4.5 4.5L19 7"/>',
  alert: '<path d="M12 3.8 21.2 20H2.8zM12 10v4.5M12 17.3h.1"/>',
  info: '<circle cx="12" cy="12" r="9"/><path d="M12 11v5.5M12 7.6h.1"/>',
  heart:
    '<path d="M12 20.2 4.7 12.9a4.6 4.6 0 0 1 0-6.6 4.7 4.7 0 0 1 6.6 0l.7.8.7-.8a4.7 4.7 0 0 1 6.6 0 4.6 4.6 0 0 1 0 6.6z"/>',
  'heart-full':
    '<path fill="currentColor" d="M12 20.2 4.7 12.9a4.6 4.6 0 0 1 0-6.6 4.7 4.7 0 0 1 6.6 0l.7.8.7-.8a4.7 4.7 0 0 1 6.6 0 4.6 4.6 0 0 1 0 6.6z"/>',
  plus: '<path d="M12 5v14M5 12h14"/>',
  copy: '<rect x="8.5" y="8.5" width="12" height="12" rx="2"/><path d="M15.5 8.5v-3a2 2 0 0 0-2-2h-8a2 2 0 0 0-2 2v8a2 2 0 0 0 2 2h3"/>',
  share:
    '<circle cx="6" cy="12" r="2.6"/><circle cx="17.5" cy="5.5" r="2.6"/><circle cx="17.5" cy="18.5" r="2.6"/><path d="m8.3 10.7 6.9-3.9M8.3 13.3l6.9 3.9"/>',
  link: '<path d="m9.5 14.5 5-5M11 7l2-2a4.2 4.2 0 0 1 6 6l-2 2M13 17l-2 2a4.2 4.2 0 0 1-6-6l2-2"/>',
  crown: '<path fill="currentColor" d="M4.2 18 3 8.5l5 3.6L12 6l4 6.1 5-3.6L19.8 18z"/>',
  'mode-normal':
    '<path fill="currentColor" fill-opacity=".2" d="M4.2 17 3 7.5l5 3.6L12 5l4 6.1 5-3.6L19.8 17z"/><path d="M5 20.2h14"/>',
  'mode-share':
    '<path fill="currentColor" fill-opacity=".2" d="M9 4.6a7.6 7.6 0 0 0 0 14.8zM15 4.6a7.6 7.6 0 0 1 0 14.8z"/><path d="M12 2.8v2M12 9v1.6M12 13.4V15M12 19.2v2"/>',
  'mode-terminal':
    '<path d="M2.8 9.4h4v5.2h-4zM9 9.4h4v5.2H9z"/><path fill="currentColor" d="M15.6 6h5.6v12h-5.6z"/><path d="M15.6 21h5.6"/>',
  'mode-jackpot':
    '<g stroke-width="3.4" stroke-linecap="butt"><path d="M12 7.2a6.6 6.6 0 0 1 4.9 11"/><path stroke-opacity=".6" d="M15.6 19.3a6.6 6.6 0 0 1-9.9-3.5"/><path stroke-opacity=".35" d="M5.4 13.9a6.6 6.6 0 0 1 4.9-6.5"/></g><path fill="currentColor" d="M10 1.9h4l-2 3z"/>',
  'mode-rush':
    '<path d="M3 10.8h7M6.5 7.3v7M13.8 7.6 17.5 5v11.3"/><path d="M4 20.3h.1M9.3 20.3h.1M14.6 20.3h.1M19.9 20.3h.1" stroke-width="2.8"/>',
  'mode-crazy':
    '<path fill="currentColor" fill-opacity=".2" d="M4.2 7 3 16.5l5-3.6 4 6.1 4-6.1 5 3.6L19.8 7z"/><path d="M5 3.8h14"/>',
  bot: '<rect x="4.5" y="8" width="15" height="11.5" rx="3"/><path d="M12 8V4.5M9 12.6h.1M15 12.6h.1M9.5 16.2h5M2.2 12.5v3M21.8 12.5v3"/>',
  eye: '<path d="M2.5 12C5 7.5 8.2 5.5 12 5.5s7 2 9.5 6.5c-2.5 4.5-5.7 6.5-9.5 6.5S5 16.5 2.5 12z"/><circle cx="12" cy="12" r="2.8"/>',
  minus: '<path d="M5 12h14"/>',
  shield: '<path d="M12 3 4.5 5.5v6c0 4.5 3 8 7.5 9.5 4.5-1.5 7.5-5 7.5-9.5v-6zM8.8 12l2.3 2.3 4.2-4.5"/>',
  dice: '<rect x="4" y="4" width="16" height="16" rx="3.5"/><path d="M8.7 8.7h.1M15.3 8.7h.1M12 12h.1M8.7 15.3h.1M15.3 15.3h.1" stroke-width="2.4"/>',
  user: '<circle cx="12" cy="8" r="4"/><path d="M4.5 20.5c.5-4 3.5-6 7.5-6s7 2 7.5 6"/>',
  users:
    '<circle cx="9" cy="8.5" r="3.5"/><path d="M2.5 19.5c.4-3.5 3-5.3 6.5-5.3s6.1 1.8 6.5 5.3M15.5 5.3a3.5 3.5 0 0 1 0 6.4M18 14.8c2 .8 3.2 2.4 3.5 4.7"/>',
  online:
    '<circle cx="12" cy="12" r="3.2" fill="currentColor" stroke="none"/><path d="M7.4 7.4a6.5 6.5 0 0 0 0 9.2M16.6 7.4a6.5 6.5 0 0 1 0 9.2M4.6 4.6a10.4 10.4 0 0 0 0 14.8M19.4 4.6a10.4 10.4 0 0 1 0 14.8"/>',
  clock: '<circle cx="12" cy="12" r="9"/><path d="M12 6.8V12l3.5 2.2"/>',
  external:
    '<path d="M14 4.5h5.5V10M19.5 4.5 11 13M17.5 14v4a1.5 1.5 0 0 1-1.5 1.5H6A1.5 1.5 0 0 1 4.5 18V8A1.5 1.5 0 0 1 6 6.5h4"/>',
  sell: '<path d="M3.8 12.6V5.3a1.5 1.5 0 0 1 1.5-1.5h7.3l7.9 7.9a1.5 1.5 0 0 1 0 2.1l-6.7 6.7a1.5 1.5 0 0 1-2.1 0zM8.3 8.3h.1"/>',
  keep: '<path d="M4 12.5h4.5l1.5 3h4l1.5-3H20M4 12.5V18a1.5 1.5 0 0 0 1.5 1.5h13A1.5 1.5 0 0 0 20 18v-5.5M12 3.5v7M9 7.5l3 3 3-3"/>',
  refresh: '<path d="M19.5 12a7.5 7.5 0 1 1-2.2-5.3L19.5 9M19.5 4v5h-5"/>',
  play: '<path d="M7.5 4.8v14.4L19 12z"/>',
  lock: '<rect x="5" y="10.5" width="14" height="10" rx="2"/><path d="M8 10.5V8a4 4 0 0 1 8 0v2.5M12 14.5v2"/>',
  instagram:
    '<rect x="3.8" y="3.8" width="16.4" height="16.4" rx="4.8"/><circle cx="12" cy="12" r="3.9"/><path d="M16.8 7.2h.1"/>',
  tiktok: '<path d="M13.5 3.5v11.8a3.7 3.7 0 1 1-3.7-3.7M13.5 3.5c.3 3 2.3 5 5.3 5.2"/>',
  telegram: '<path d="M3.5 11.3 20.5 4.5 17.7 19.5l-6.2-4.3-2.7 3.3-.8-5.3zM8 13.2l9.5-6.5-6 8.5"/>',
  x: '<path d="M4 4h4.2L20 20h-4.2zM19.5 4l-6.4 7.3M10.9 13.2 4.5 20"/>',
  steam:
    '<circle cx="12" cy="12" r="9"/><circle cx="15.2" cy="9.6" r="2.7"/><circle cx="8.8" cy="15.3" r="2"/><path d="m3.3 12.8 3.7 1.6M10.6 14.5l2.7-2.9"/>',
  home: '<path d="M4 11 12 4l8 7v8a1.5 1.5 0 0 1-1.5 1.5H14.5V14.5h-5v6H5.5A1.5 1.5 0 0 1 4 19z"/>',
  letter: '<rect x="3.5" y="5.5" width="17" height="13" rx="2"/><path d="m4.5 7.5 7.5 6 7.5-6"/>',
  picture:
    '<rect x="3.5" y="4.5" width="17" height="15" rx="2"/><circle cx="8.8" cy="9.6" r="1.6"/><path d="m4 17 5-4.5 3.5 3 3.5-4 4.5 5"/>',
  trash: '<path d="M4 6.5h16M9 6.5V4h6v2.5M6 6.5l1 14h10l1-14M10 10.5v6M14 10.5v6"/>',
  filter: '<path d="M3.5 5h17l-6.5 8v6.5l-4-2V13z"/>',
  sort: '<path d="M7.5 4.5v15M4 16l3.5 3.5L11 16M16.5 19.5v-15M13 8l3.5-3.5L20 8"/>',
  pause: '<path d="M8.5 5.5v13M15.5 5.5v13" stroke-width="3"/>',
  'step-next': '<path d="m6 5 9.5 7L6 19zM18.5 5v14"/>',
  'step-back': '<path d="m18 5-9.5 7 9.5 7zM5.5 5v14"/>',
  'emote-hello':
    '<path d="M8.5 13.2V5.8a1.3 1.3 0 0 1 2.6 0V11M11.1 10.5V4.6a1.3 1.3 0 0 1 2.6 0V11M13.7 11V5.8a1.3 1.3 0 0 1 2.6 0v7.7c0 4-2 6.9-5.4 6.9-2.6 0-4-1.4-5.2-3.7l-1.9-3.6A1.3 1.3 0 0 1 6 11.8l2.5 2.6M19 4.2c1.2.7 2 1.8 2.3 3.2M3.6 6.6c.3-1.2.9-2.1 1.8-2.8"/>',
  'emote-luck':
    '<g fill="currentColor" fill-opacity=".2"><path d="M12 10.8c-2-1.4-3.6-2.7-3.6-4.5 0-1.8 2.5-2.4 3.6-.7 1.1-1.7 3.6-1.1 3.6.7 0 1.8-1.6 3.1-3.6 4.5z" transform="rotate(45 12 11)"/><path d="M12 10.8c-2-1.4-3.6-2.7-3.6-4.5 0-1.8 2.5-2.4 3.6-.7 1.1-1.7 3.6-1.1 3.6.7 0 1.8-1.6 3.1-3.6 4.5z" transform="rotate(135 12 11)"/><path d="M12 10.8c-2-1.4-3.6-2.7-3.6-4.5 0-1.8 2.5-2.4 3.6-.7 1.1-1.7 3.6-1.1 3.6.7 0 1.8-1.6 3.1-3.6 4.5z" transform="rotate(225 12 11)"/><path d="M12 10.8c-2-1.4-3.6-2.7-3.6-4.5 0-1.8 2.5-2.4 3.6-.7 1.1-1.7 3.6-1.1 3.6.7 0 1.8-1.6 3.1-3.6 4.5z" transform="rotate(315 12 11)"/></g><path d="M12 11.5c.2 4 1 7 3 9.5"/>',
  'emote-wow':
    '<circle cx="12" cy="12" r="8.8"/><path d="M9 9.6h.1M15 9.6h.1" stroke-width="2.6"/><ellipse cx="12" cy="15.1" rx="2" ry="2.6" fill="currentColor" fill-opacity=".2"/>',
  'emote-laugh':
    '<circle cx="12" cy="12" r="8.8"/><path d="m7.4 10.3 1.7-1.5 1.7 1.5M13.2 10.3l1.7-1.5 1.7 1.5"/><path fill="currentColor" fill-opacity=".2" d="M7.2 13.3h9.6c-.3 2.9-2.2 4.6-4.8 4.6s-4.5-1.7-4.8-4.6z"/>',
  'emote-cry':
    '<circle cx="12" cy="12" r="8.8"/><path d="M8 9.8h2.6M13.4 9.8H16M9.4 17.2c.6-1.1 1.5-1.6 2.6-1.6s2 .5 2.6 1.6"/><path fill="currentColor" stroke="none" d="M8.7 11.7c1 1.3 1.5 2.1 1.5 2.8a1.5 1.5 0 0 1-3 0c0-.7.5-1.5 1.5-2.8z"/>',
  'emote-nice':
    '<path fill="currentColor" fill-opacity=".2" d="m7.8 11 3.4-6.8c1.6 0 2.5 1.1 2.3 2.7l-.4 3h5a1.8 1.8 0 0 1 1.8 2.1l-1.1 6a2 2 0 0 1-2 1.6h-9z"/><path d="M7.8 11H4v8.6h3.8"/>',
  'emote-gg': '<path d="M10 9.4a3.8 3.8 0 1 0 1 3.2H7.6M20 9.4a3.8 3.8 0 1 0 1 3.2h-3.4" stroke-width="2.2"/>',
  'emote-again':
    '<path d="M4.5 12a7.5 7.5 0 0 1 12.8-5.3L19.5 9M19.5 4.5V9H15M19.5 12a7.5 7.5 0 0 1-12.8 5.3L4.5 15M4.5 19.5V15H9"/>',
}

/** Returns the sprite: a symbol for each icon, shown with `<use href="/assets/img/icons.svg#bell"/>`. */
export function iconSprite(): string {
  const symbols = Object.entries(ICONS).map(
    ([id, drawing]) =>
      `<symbol id="${id}" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round">${drawing}</symbol>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join('\n')}\n</svg>\n`
}

/** Returns an icon in a colour on a dark square, for shortcuts of the installed app. */
export function iconOnSquare(id: string, colour: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><rect width="48" height="48" rx="11" fill="#141726"/><g transform="translate(9.6 9.6) scale(1.2)" fill="none" stroke="${colour}" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round">${ICONS[id] ?? ''}</g></svg>`
}
