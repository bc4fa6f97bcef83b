// The colours of the brand's light theme (packages/ui-kit/tokens). Mail programs know no variables, and most no style sheets.
const [ink, accent, canvas, surface] = ['#14162b', '#3b3fe0', '#f7f7fb', '#ffffff'];
const font =
  "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','PingFang SC','Microsoft YaHei',sans-serif";

/**
 * The HTML alternative of a mail (RFC 2046, 5.1.4): the sentences of its text under the product's name. It loads nothing
 * from a server, so opening the mail can't be tracked. A link shows its whole address.
 *
 * @param publicUrl of the product: no other address becomes a link, since a customer's name could be one
 */
export function toHtmlMail({ subject, text }: { subject: string; text: string }, publicUrl: string): string {
  const paragraphs = text
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => `<p style="margin:0 0 16px">${linked(paragraph, publicUrl)}</p>`)
    .join('');
  return `<!doctype html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(subject)}</title></head><body style="margin:0;padding:24px 12px;background:${canvas};color:${ink};font-size:16px;line-height:1.5;${font}"><div style="max-width:560px;margin:0 auto"><p style="margin:0 0 16px;color:${accent};font-size:18px;font-weight:600">WUSD Wallet</p><div style="padding:24px 24px 8px;border-radius:12px;background:${surface}"><h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${escaped(subject)}</h1>${paragraphs}</div></div></body></html>`;
}

const linked = (paragraph: string, publicUrl: string): string =>
  paragraph
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, index) =>
      index % 2 === 1 && part.startsWith(`${publicUrl}/`)
        ? `<a href="${escaped(part)}" style="color:${accent};word-break:break-all">${escaped(part)}</a>`
        : escaped(part).replaceAll('\n', '<br>'),
    )
    .join('');

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
