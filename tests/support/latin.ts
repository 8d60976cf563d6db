/**
 * Latin words that Nepali texts may contain: abbreviations of formats and units that Nepali uses, product
 * names, menu entries of other programs in quotes, and examples of typed text.
 */
const allowed: readonly RegExp[] = [
  /"Save as"|“?CSV UTF-8( \(Comma delimited\))?”?|“Excel workbook \(\.xlsx\)”|multipart\/form-data|"file"/g,
  /\bname@example\.com\b|\{\{(city|name)\}\}|\.(xls[xb]?|ods|slk|vcf|json)\b|\bSENDER\b/g,
  /\bAlt\+[TARN]\b|\bAlt\+$|\bA(?: to|देखि) Z\b/g,
  /\b(CSV|ZIP|XLSX|HTML|XML|RTF|PDF|PNG|JPEG|JPG|JSON|NUL|GB|MB|KB|B|UTF-8|UTF-16LE|UTF-16BE|GSM-7|GSM|UCS-2|E\.164|NPT|UTC|PAN|VAT|QR|SMTP|HEIC|SVG)\b/g,
  /\b(Excel|OpenDocument|Windows-1252|English|eSewa|Khalti|Fonepay|connectIPS|ConnectIPS)\b/g,
  /\b(Chrome|Firefox|Safari|Edge|Opera|Linux|Windows|macOS|Android|iPhone|iPad)\b/g,
  /\b(mail\.example\.com|SMPP_URL|SMTP_URL|PUBLIC_URL|S3_BUCKET|CLAMD_URL|SECRET_KEY|note_backup|PAYMENT_INSTRUCTIONS|STARTTLS|SIMULATOR=on|SMPP|TLS|IP|PEM|UDH|SAR|smsc\.example\.net)\b/g,
  /\bhttps:\/\/(example\.com\/(webhook|terms))?|\b(max_cost|dry_run|POST)\b|\bdocs\/api\.md|\/docs\b|\bCtrl(\+C| K)\b|\b(HTTP|Node|Python)\b/g,
  // Placeholders and settings of HTTP links, and what operators' APIs call things.
  /\bmessage_id\b|\bresults\.\*\.(?:messageId|status)\b/g,
  /#[\da-f]{6}\b|\{\{\w+\}\}|\bOPERATOR_ALLOW_PRIVATE\b|\bGET\b|\bhttps?:\/\/|\bAuthorization: (?:Bearer\b|Token bsk_)|\bAccept: application\/json\b/g,
  /\b(If-Match|updated_at)\b|\b(data|errors)\.0\.(id|code)\b|\bstatus\b|\b(DELIVRD|FAILED|delivered|undelivered|expired|rejected|pending|read)\b/g,
];

/** The Latin words in a text, without placeholders and the allowed words. */
export function latinWords(text: string): string[] {
  const rest = allowed.reduce((left, pattern) => left.replace(pattern, ' '), text.replace(/%\{\w+\}/g, ' '));
  return rest.match(/[A-Za-z]+/g) ?? [];
}
