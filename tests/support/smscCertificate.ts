/**
 * An operator's own certificate for smsc.example.net, valid until 2126, and its key, which protects nothing:
 * openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 36500 -keyout key.pem -out
 * cert.pem -subj /CN=smsc.example.net -addext subjectAltName=DNS:smsc.example.net
 */
export const smsc = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBqjCCAVCgAwIBAgIURbM7sZbRbvVF0zUhcWlZhHK5/YgwCgYIKoZIzj0EAwIw
GzEZMBcGA1UEAwwQc21zYy5leGFtcGxlLm5ldDAgFw0yNjExMjExNzQyMDVaGA8y
MTI2MTAyODE3NDIwNVowGzEZMBcGA1UEAwwQc21zYy5leGFtcGxlLm5ldDBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABLCacJU9sCfHEXuad9LhXb+KV8ZKGAnOTNfT
nhWhYiJC4qJoMRkdBbZwzUmfkO2IE3bN7j7O1mZckunlSzQcgCCjcDBuMB0GA1Ud
DgQWBBRioENqFBSgekj5SHwbtW4vqxRPGzAfBgNVHSMEGDAWgBRioENqFBSgekj5
SHwbtW4vqxRPGzAPBgNVHRMBAf8EBTADAQH/MBsGA1UdEQQUMBKCEHNtc2MuZXhh
bXBsZS5uZXQwCgYIKoZIzj0EAwIDSAAwRQIge3UI3xa8Cq3a/tLIKG8bwXpng+m9
dvwOVLc7Z944jYoCIQCp+e9YRIsq7/YiQliY4PKOoS5k5DDAbNwNjBPItB33iA==
-----END CERTIFICATE-----
`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgcbZngVPzU2hw6uaN
4yW3KefwUgSqnwtdXpxya0PzXEuhRANCAASwmnCVPbAnxxF7mnfS4V2/ilfGShgJ
zkzX054VoWIiQuKiaDEZHQW2cM1Jn5DtiBN2ze4+ztZmXJLp5Us0HIAg
-----END PRIVATE KEY-----
`,
};
