/** Statements about new passkeys, which callers may make up. */
import { afterEach, expect, it, vi } from 'vitest';
import { verifyRegistration } from '../../../shared/modules/identity/factors/webauthn.ts';

afterEach(() => vi.restoreAllMocks());

const expected = {
  challenge: 'J5sYb1xXo4f2nq0w7Vt9ZkQmR3uHcLpA9sW2eXv6bN1',
  origin: 'https://platform.example.com',
  rpId: 'platform.example.com',
};

/**
 * A passkey with a statement of the format `android-key` until 2099. Its certificates are made up: the root signs a
 * certificate of the passkey, which names http://169.254.169.254/latest/meta-data as its list of revoked ones.
 */
const withCertificates = {
  id: 'taRQ1iGDG9F5ZCt3lZ_5bg',
  response: {
    clientDataJSON:
      'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIiwiY2hhbGxlbmdlIjoiSjVzWWIxeFhvNGYybnEwdzdWdDlaa1FtUjN1SGNMcEE5c1cyZVh2NmJOMSIsIm9yaWdpbiI6Imh0dHBzOi8vcGxhdGZvcm0uZXhhbXBsZS5jb20iLCJjcm9zc09yaWdpbiI6ZmFsc2V9',
    attestationObject:
      'o2NmbXRrYW5kcm9pZC1rZXlnYXR0U3RtdKNjYWxnJmNzaWdYRzBFAiEAvqhbAh2cujqrTTMm1vFEqVcgLd9jULWuoipWT-9trHUCIEVGaOQaLHR6_Ni8T-r2BwU7lPPW3dqpauIbuVkiccRDY3g1Y4JZAZowggGWMIIBPaADAgECAgECMAoGCCqGSM49BAMCMBMxETAPBgNVBAMTCE93biByb290MCAXDTI2MDEwMTAwMDAwMFoYDzIwOTkwMTAxMDAwMDAwWjAPMQ0wCwYDVQQDEwRMZWFmMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEr6Ph71gvAgyaDWUE8mOpwojKFuRQ6beH8pFxi8h2BrjYTGBBUOsNQuPSrGnVoop5ulktIha8mTNypL7K_vlK0qOBgzCBgDBEBgorBgEEAdZ5AgERBDYwNAIBAwoBAQIBBAoBAQQgnESTNJdtk2OySSEmzfXLO5YTsYZ74lXFmnnENloqg4UEADAAMAAwOAYDVR0fBDEwLzAtoCugKYYnaHR0cDovLzE2OS4yNTQuMTY5LjI1NC9sYXRlc3QvbWV0YS1kYXRhMAoGCCqGSM49BAMCA0cAMEQCIEidCdropWz7w9MpcP3015YpZVv8LlXv1Ml-2uXT_yXpAiBp5D-R4dLlZj7-VhRnsoBb3UvpZMUWkY2DHMtryPMJtVkBMDCCASwwgdOgAwIBAgIBATAKBggqhkjOPQQDAjATMREwDwYDVQQDEwhPd24gcm9vdDAgFw0yNjAxMDEwMDAwMDBaGA8yMDk5MDEwMTAwMDAwMFowEzERMA8GA1UEAxMIT3duIHJvb3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATofoyvvLzTkPidxj3yAyWZYRWWGi81tmBLDRXqTsUtZPmnChEOcssKg6HwhLD8m1zUwBhOoV_oNxaq0j-J8w4RoxYwFDASBgNVHRMBAf8ECDAGAQH_AgEBMAoGCCqGSM49BAMCA0gAMEUCIHCBdxvWACbIE_uaB_cnIVs1NoON5IEGJ_crh95R_KyvAiEAzeZec9HZdQc0gPzuyJmGLrZrJk36GQz1Hn7oLQkRvCloYXV0aERhdGFYlD89hs0Hq8UcmJ_NIyjj5NoG09BtoiDhj4r9ZMCVV8ZLRQAAAAAAAAAAAAAAAAAAAAAAAAAAABC1pFDWIYMb0XlkK3eVn_lupQECAyYgASFYIK-j4e9YLwIMmg1lBPJjqcKIyhbkUOm3h_KRcYvIdga4Ilgg2ExgQVDrDULj0qxp1aKKebpZLSIWvJkzcqS-yv75StI',
  },
};

it('refuses certificates, and fetches no address that they name', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('No network.'));
  await expect(verifyRegistration(withCertificates, expected, [-7])).rejects.toThrow(
    'statement of its maker',
  );
  expect(fetched).not.toHaveBeenCalled();
});
